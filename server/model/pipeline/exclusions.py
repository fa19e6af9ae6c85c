"""Keeps what the model is judged by out of what it learns from: by name, and by distinctive lines."""

import re
from collections import Counter
from pathlib import Path

from pipeline.languages import BY_ENDING

NAMES = frozenset(
    """
    flask click requests fastapi express redux trpc axum chi cobra gson monolog rack dapper exposed
    cats alamofire plug fmtlib fmt libuv uv bats bats-core aeson telescope.nvim telescope zls zod
    vitest curl libcurl redis jackson-databind jackson-core jackson jackson-annotations laravel
    laravel-framework illuminate pandoc bash-it lazy.nvim model2vec semble commons-lang
    commons-lang3 zig ziglang httpx httpcore starlette pydantic pydantic-core django werkzeug jinja2
    jinja markupsafe itsdangerous aiohttp uvicorn axios koa fastify lodash vue react-router next gin
    viper zap echo fiber gorm hugo tokio serde serde-json ripgrep clap hyper reqwest actix-web
    anyhow rails sinatra rubocop jekyll devise sidekiq puma rspec faraday activerecord activesupport
    guzzle guzzlehttp symfony-framework phpstan ktor okhttp retrofit moshi kotlinx-coroutines
    spring-framework spring-boot junit junit5 netty akka zio fs2 circe http4s vapor snapkit
    kingfisher rxswift swift-nio phoenix ecto elixir-phoenix nlohmann-json nlohmann json.hpp spdlog
    catch abseil abseil-cpp newtonsoft.json newtonsoft-json automapper mediatr polly mapster efcore
    servant lens xmonad yesod nvm oh-my-zsh acme.sh nvim-lspconfig plenary.nvim nvim-cmp packer.nvim
    ghostty bun tigerbeetle prettier eslint jest react svelte nestjs nest fzf lua-language-server
    sqlite git neofetch pytest rich typer celery
    """.split()
)
"""Packages left out whatever their ecosystem: benchmark repositories and well-known ones of that kind."""

FOLDERS = frozenset(
    """
    flask click requests fastapi express redux redux-toolkit trpc axum go-chi chi cobra gson monolog
    rack dapper exposed typelevel alamofire fmt fmtlib libuv uv bats bats-core aeson telescope.nvim
    telescope zls vitest starlette pydantic werkzeug jinja2 aiohttp httpx axios lodash jackson ktor
    okhttp retrofit okhttp3 model2vec semble guzzle guzzlehttp nlohmann spdlog abseil absl
    newtonsoft rxswift snapkit kingfisher circe fs2 http4s pandoc servant
    """.split()
)
"""Names of folders that are vendored copies of such packages wherever they stand."""

_BOILERPLATE = re.compile(
    r"licen[cs]e|copyright|warrant|https?:|@param|@return|^\W*import |^\W*using |#include", re.I
)
MIN_CHARS = 40


def is_excluded_path(path: str) -> bool:
    """Whether a folder of `path` has an excluded name."""
    parts = path.lower().split("/")
    return any(part in FOLDERS for part in parts[:-1])


def _lines(text: str) -> set[str]:
    rows = (" ".join(line.split()) for line in text.splitlines())
    return {row for row in rows if len(row) >= MIN_CHARS and not _BOILERPLATE.search(row)}


def distinctive_lines(tree: Path) -> frozenset[str]:
    """Lines of the source files under `tree` that occur in only one of its top-level folders."""
    folders: Counter[str] = Counter()
    for top in sorted(path for path in tree.iterdir() if path.is_dir()):
        seen: set[str] = set()
        for file in top.rglob("*"):
            if file.suffix[1:].lower() in BY_ENDING and file.is_file() and not file.is_symlink():
                seen |= _lines(file.read_text("utf-8", "replace"))
        folders.update(seen)
    return frozenset(line for line, count in folders.items() if count == 1)


def overlap(text: str, excluded: frozenset[str]) -> tuple[int, int]:
    """(lines of `text` that are in `excluded`, its comparable lines)."""
    lines = _lines(text)
    return len(lines & excluded), len(lines)
