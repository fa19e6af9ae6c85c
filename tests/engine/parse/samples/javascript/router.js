'use strict';

var Layer = require('./layer');
const { parse } = require('url');

/**
 * A router.
 *
 * @param {object} options
 */
function Router(options) {
  if (!(this instanceof Router)) return new Router(options);
  this.stack = [];
  this.handle = function handle(req) {
    return this.stack.find((layer) => layer.match(req));
  };
}

Router.prototype.use = function use(path, fn) {
  this.stack.push(new Layer(path, fn));
};

Router.prototype = {
  get size() { return this.stack.length; },
  clear: function () {
    this.stack = [];
  },
};

Router.METHODS = ['get', 'post'];

exports.createRouter = function (options) {
  return new Router(options);
};

exports.version = '1.0';

module.exports.join = (a, b) => a + '/' + b;

const compose = (...fns) => (x) => fns.reduce((v, f) => f(v), x);
const LIMIT = 100, noop = () => {};

class Cache extends Map {
  static shared = new Cache();
  #max = 10;
  evict = (key) => this.delete(key);

  constructor(max) {
    super();
    this.#max = max;
  }

  static of(...entries) {
    return new Cache(entries.length);
  }

  *keysByAge() {
    yield* this.keys();
  }

  async #load(key) {
    return key;
  }

  'quoted-name'() {}
}

const Named = class extends Cache {
  ping() {}
};

export async function* pages(url) {
  yield parse(url);
}

export { Router as default };

describe('router', () => {
  const helper = () => 1;
  it('routes', function () {
    helper();
  });
});

(function () {
  function hidden() {
    return LIMIT;
  }
  window.app = { start() { hidden(); } };
})();

module.exports = function main() {};
