import { EventEmitter } from "node:events";
import type { Store } from "./store";

/** How long a session lives, in seconds. */
export const SESSION_SECONDS = 3600;
const retries = 3, backoff = 1.5;
let current: Session | undefined;

export type Claims = { sub: string; roles: Role[] };
export type Listener<T> = (value: T) => void;

export enum Role {
  Admin = "admin",
  Guest = "guest",
}

export interface Session extends Claims {
  readonly id: string;
  expires?: Date;
  renew(seconds: number): Promise<Session>;
}

declare module "./store" {
  interface Store {
    flush(): void;
  }
}

export namespace tokens {
  export function sign(claims: Claims): string {
    return JSON.stringify(claims);
  }
  export namespace inner {
    export const depth = 2;
  }
}

export function isRole(value: string): value is Role;
export function isRole(value: unknown): boolean {
  return value === "admin" || value === "guest";
}

@Injectable()
export class SessionService extends EventEmitter implements Disposable {
  static #count = 0;
  private readonly store: Store;
  onExpire = async (id: string) => {
    await this.store.flush();
  };

  constructor(store: Store) {
    super();
    this.store = store;
  }

  get size(): number {
    return SessionService.#count;
  }

  set size(value: number) {
    SessionService.#count = value;
  }

  /** Finds a session. */
  @Cached({ ttl: 5 })
  async find<T extends Claims>(id: string): Promise<T | null> {
    const load = (key: string) => this.store.get(key);
    return load(id);
  }

  static create = () => new SessionService(defaults.store);
  [Symbol.dispose]() {}
}

export abstract class Clock {
  abstract now(): Date;
}

const defaults = {
  store: undefined as unknown as Store,
  make(kind: string) {
    return kind;
  },
  drop: () => undefined,
  nested: { deep: function () { return 1; } },
};

export const debounce = <T,>(wait: number) => (value: T) => setTimeout(() => value, wait);

export default function boot() {
  return new SessionService(defaults.store);
}

declare function legacy(name: string): void;
