-module(foo).
-export([a/1]).
-record(state, {a, b}).
-define(MAX, 3).
-type t() :: integer().
%% doc
-spec a(integer()) -> ok.
a(1) -> ok;
a(_) -> b(2).
b(X) when X > 1 -> X.
