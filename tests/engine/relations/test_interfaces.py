"""A trait and an interface in a repository of several files: who implements it, what depends on it.

The cases RAG-003 and RAG-004 of an earlier tool, with the fakes that its text search fell for.
"""

import pytest

from codebase_lsp.engine.relations.types import RelatedRequest
from codebase_lsp.engine.workspace import Workspace

from .conftest import OpenFolder, asked

RUST = """
=== Cargo.toml
[package]
name = "store"
=== src/lib.rs
pub mod repository;
pub mod sql;
pub mod memory;
pub mod remote;
pub mod service;
=== src/repository.rs
pub struct Item;

pub trait Repository {
    fn save(&self, item: Item) -> bool;
    fn load(&self, key: u32) -> Option<Item>;
}
=== src/sql.rs
use crate::repository::{Item, Repository};

pub struct SqlRepository {
    url: String,
}

impl Repository for SqlRepository {
    fn save(&self, item: Item) -> bool {
        true
    }
    fn load(&self, key: u32) -> Option<Item> {
        None
    }
}
=== src/memory.rs
use super::repository::Item;
use super::repository::Repository as Store;

pub struct MemoryRepository;

impl Store for MemoryRepository {
    fn save(&self, item: Item) -> bool {
        false
    }
    fn load(&self, key: u32) -> Option<Item> {
        None
    }
}
=== src/remote.rs
use crate::repository;

/// Like `impl Repository for DocumentedRepository {}`, but remote.
pub struct RemoteRepository;

// impl repository::Repository for CommentedRepository {
//     fn save(&self, item: Item) -> bool { true }
// }

pub const EXAMPLE: &str = "impl Repository for QuotedRepository { }";

impl repository::Repository for RemoteRepository {
    fn save(&self, item: repository::Item) -> bool {
        true
    }
    fn load(&self, key: u32) -> Option<repository::Item> {
        None
    }
}
=== src/service.rs
use crate::repository::{Item, Repository};

pub struct Service<'a> {
    repository: &'a dyn Repository,
}

impl<'a> Service<'a> {
    pub fn store(&self, item: Item) -> bool {
        self.repository.save(item)
    }
}
=== src/other.rs
pub trait Repository {
    fn branches(&self);
}

pub struct GitRepository;

impl Repository for GitRepository {
    fn branches(&self) {}
}
"""

TYPESCRIPT = """
=== src/rag/service.ts
export interface RagService {
  search(query: string): Promise<string[]>;
}

export class LocalRagService implements RagService {
  async search(query: string): Promise<string[]> {
    return [query];
  }
}
=== src/chat/chat.ts
import type { RagService } from "../rag/service";

export class ChatService {
  constructor(private readonly rag: RagService) {}

  async answer(question: string) {
    return this.rag.search(question);
  }
}
=== src/commands/query.ts
import { RagService as Rag } from "../rag/service.js";

export class QueryCommand {
  private rag: Rag;

  run(text: string) {
    return this.rag.search(text);
  }
}
=== src/commands/shell.ts
import { QueryCommand } from "./query";

export function shell(command: QueryCommand) {
  return command.run("ls");
}
=== src/unrelated.ts
// class FakeService implements RagService {}
const example = "new ChatService(RagService)";
export class SearchBox {
  search(query: string) {
    return query;
  }
}
"""


@pytest.fixture
def store(open_folder: OpenFolder) -> Workspace:
    return open_folder(RUST)


@pytest.fixture
def assistant(open_folder: OpenFolder) -> Workspace:
    return open_folder(TYPESCRIPT)


def implementing(workspace: Workspace, name: str) -> dict[str, str]:
    return {
        canonical.rpartition(".")[2]: path for path, canonical, _ in asked(workspace, name, "implementations")
    }


def test_a_trait_has_its_three_implementations_and_no_fake(store: Workspace) -> None:
    assert implementing(store, "repository.Repository") == {
        "SqlRepository": "src/sql.rs",
        "MemoryRepository": "src/memory.rs",
        "RemoteRepository": "src/remote.rs",
    }


def test_a_trait_of_the_same_name_keeps_its_own(store: Workspace) -> None:
    assert implementing(store, "other.Repository") == {"GitRepository": "src/other.rs"}


def test_a_trait_method_is_called_through_a_field_of_its_type(store: Workspace) -> None:
    ((path, name, confidence),) = asked(store, "repository.Repository.save", "callers")
    assert (path, name) == ("src/service.rs", "service.Service.store")
    assert confidence > 0.5


def test_an_edit_of_an_unsaved_file_changes_who_implements_it(store: Workspace) -> None:
    path = "src/memory.rs"
    text = (store.root / path).read_text("utf-8")
    store.set_buffer(path, text.replace("impl Store for MemoryRepository", "impl MemoryRepository"))
    assert set(implementing(store, "repository.Repository")) == {"SqlRepository", "RemoteRepository"}
    store.set_buffer(path, text + "\npub struct Twice;\nimpl Store for Twice {}\n")
    assert set(implementing(store, "repository.Repository")) == {
        "SqlRepository",
        "RemoteRepository",
        "MemoryRepository",
        "Twice",
    }
    store.close_buffer(path)
    assert len(implementing(store, "repository.Repository")) == 3


def test_a_change_of_an_interface_affects_the_modules_that_depend_on_it(assistant: Workspace) -> None:
    answer = assistant.related(RelatedRequest("RagService", relations=("affected",), depth=3))
    affected = {item.edge.path: item.edge.depth for item in reversed(answer.items)}
    assert affected == {
        "src/rag/service.ts": 1,
        "src/chat/chat.ts": 1,
        "src/commands/query.ts": 1,
        "src/commands/shell.ts": 2,
    }
    names = {item.edge.symbol.canonical_name for item in answer.items if item.edge.symbol}
    assert any("ChatService" in name for name in names)
    assert any("QueryCommand" in name for name in names)
    assert not any("Fake" in name or "SearchBox" in name for name in names)


def test_an_interface_has_its_class_and_no_fake(assistant: Workspace) -> None:
    assert implementing(assistant, "RagService") == {"LocalRagService": "src/rag/service.ts"}


def test_a_call_through_an_interface_is_one_of_its_method(assistant: Workspace) -> None:
    found = asked(assistant, "RagService.search", "callers")
    assert {path for path, _, _ in found} == {"src/chat/chat.ts", "src/commands/query.ts"}
    assert all(confidence > 0.8 for _, _, confidence in found)
    assert asked(assistant, "SearchBox.search", "callers") == []
