"""One small folder for each language, with names that reach from file to file."""

GO = """
=== go.mod
module example.com/shop
=== store/store.go
package store

type Saver interface {
	Save(key string) error
}

type Base struct{}

func (b *Base) Close() {}

type Store struct {
	*Base
	items, spare []Item
	index *Index
}

type Item struct{}

func (i Item) Price() int { return 1 }

func New() (*Store, error) { return nil, nil }

func (s *Store) Save(key string) error {
	s.index.put(key)
	s.Close()
	for _, item := range s.items {
		item.Price()
	}
	return check(key)
}
=== store/index.go
package store

type Index struct{}

func (x *Index) put(key string) {}

func check(key string) error { return nil }
=== main.go
package main

import (
	"strings"

	kept "example.com/shop/store"
)

func main() {
	s, err := kept.New()
	s.Save("a")
	strings.Split("a", "b")
	var saver kept.Saver = s
	saver.Save("b")
	if closer, ok := saver.(*kept.Base); ok {
		closer.Close()
	}
}
=== strings/strings.go
package strings

func Split(a, b string) {}
"""

TYPESCRIPT = """
=== tsconfig.json
{
  // paths of this project
  "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } },
}
=== src/model/index.ts
export * from "./user";
export { default as Cart } from "./cart";
=== src/model/user.ts
export class User {
  static create(): User {
    return new User();
  }
  greet() {}
}
export interface Options {
  onDone(): void;
}
=== src/model/cart.ts
export default class ShoppingCart {
  users: User[] = [];
  total() {}
}
=== src/app.ts
import { User, Cart } from "@/model";
import * as model from "./model/index.js";
import type { Options } from "./model/user";
import lodash from "lodash";

function run(options: Options, cart: Cart) {
  const made = User.create();
  made.greet();
  new model.User();
  cart.total();
  options.onDone();
  lodash.total();
  [1].map((x) => x);
}
"""

JAVA = """
=== src/com/shop/base/Repository.java
package com.shop.base;

public interface Repository {
    void save(String item);
}
=== src/com/shop/sql/SqlRepository.java
package com.shop.sql;

import com.shop.base.Repository;
import java.util.List;

public class SqlRepository implements Repository {
    private Helper helper = new Helper();

    public void save(String item) {
        check(item);
        helper.help();
        List.of(item);
    }

    private void check(String item) {}
}
=== src/com/shop/sql/Helper.java
package com.shop.sql;

class Helper {
    void help() {}
}
=== src/com/other/Helper.java
package com.other;

class Helper {
    void help() {}
}
"""

CPP = """
=== include/shape.h
#pragma once
namespace geo {
class Shape {
 public:
  double area() const;
  void scale(double factor);
};
double twice(double value);
}
=== src/shape.cpp
#include "shape.h"
namespace geo {
double Shape::area() const {
  return twice(1);
}
double twice(double value) { return value; }
}
=== src/main.cpp
#include "../include/shape.h"
int main() {
  geo::Shape shape;
  shape.area();
  geo::Shape* other = new geo::Shape();
  other->scale(2);
}
"""

RUST = """
=== src/lib.rs
pub mod net;
pub use net::pool::Pool;
=== src/net/mod.rs
pub mod pool;
=== src/net/pool.rs
pub struct Pool;
impl Pool {
    pub fn new() -> Self {
        Pool
    }
    pub fn open(&self) {
        self.check();
        helper_fn();
    }
    fn check(&self) {}
}
pub fn helper_fn() {}
=== src/main.rs
use crate::net::pool::{self, Pool};

fn main() {
    let pool = Pool::new();
    pool.open();
    pool::helper_fn();
    crate::net::pool::helper_fn();
    Vec::new();
}
"""

RUBY = """
=== lib/work/queue.rb
module Work
  class Queue
    def push(item)
      validate(item)
    end

    def validate(item)
    end
  end
end
=== app.rb
require_relative "lib/work/queue"

queue = Work::Queue.new
queue.push(1)
"""

PHP = """
=== src/Mail/Mailer.php
<?php
namespace App\\Mail;

class Mailer
{
    public function send(string $to): void
    {
        $this->open();
        self::shared();
    }

    private function open(): void {}

    public static function shared(): void {}
}
=== src/Index.php
<?php
namespace App;

use App\\Mail\\Mailer;

class Index
{
    public function run(Mailer $mailer): void
    {
        $mailer->send("a");
        Mailer::shared();
    }
}
"""

CSHARP = """
=== Store/Repository.cs
namespace Shop.Store
{
    public interface IRepository { void Save(string item); }

    public class Repository : IRepository
    {
        public void Save(string item) { Check(item); }
        private void Check(string item) { }
    }
}
=== App.cs
using Shop.Store;

namespace Shop
{
    public class App
    {
        private readonly IRepository _repository = new Repository();

        public void Run(Repository other)
        {
            _repository.Save("a");
            other.Save("b");
        }
    }
}
"""

KOTLIN = """
=== base/Repository.kt
package com.shop.base

interface Repository {
    fun save(item: String)
}

fun topLevel(item: String) = item
=== app/App.kt
package com.shop.app

import com.shop.base.Repository
import com.shop.base.topLevel

class App(private val repository: Repository) {
    fun run() {
        repository.save("a")
        topLevel("b")
    }
}
"""

FOLDERS = {
    "go": GO,
    "typescript": TYPESCRIPT,
    "java": JAVA,
    "cpp": CPP,
    "rust": RUST,
    "ruby": RUBY,
    "php": PHP,
    "csharp": CSHARP,
    "kotlin": KOTLIN,
}
