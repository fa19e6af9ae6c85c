//! Connection pooling.
#![allow(dead_code)]

use std::collections::HashMap;
use std::fmt::{self, Display};

/// Upper bound of open connections.
pub const MAX_OPEN: usize = 64;
static mut COUNTER: u64 = 0;

pub type Result<T> = std::result::Result<T, PoolError>;

/// Why a connection could not be had.
#[derive(
    Debug,
    Clone,
)]
pub enum PoolError {
    Exhausted,
    Refused { host: String },
    /// Took too long.
    Timeout(u64),
}

#[derive(Default)]
pub struct Pool<T: Conn> {
    pub idle: Vec<T>,
    open: HashMap<String, usize>,
}

pub struct Ticket(u32);

/// A connection.
pub trait Conn: Send {
    const KIND: &'static str;
    type Addr;

    fn host(&self) -> &str;

    fn describe(&self) -> String {
        format!("{}:{}", Self::KIND, self.host())
    }
}

impl<T: Conn> Pool<T> {
    pub const EMPTY: usize = 0;

    /// Makes an empty pool.
    #[must_use]
    pub fn new() -> Self {
        fn helper() -> usize {
            MAX_OPEN
        }
        let grow = |n: usize| n + helper();
        Self { idle: Vec::with_capacity(grow(0)), open: HashMap::new() }
    }

    pub async unsafe fn take(&mut self) -> Result<T> {
        self.idle.pop().ok_or(PoolError::Exhausted)
    }
}

impl fmt::Display for PoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl<'a, T> From<&'a T> for crate::net::Ticket {
    fn from(_: &'a T) -> Self {
        Ticket(0)
    }
}

macro_rules! retry {
    ($e:expr) => {
        loop { if let Ok(v) = $e { break v; } }
    };
}

pub mod health {
    pub fn ping() -> bool {
        true
    }

    pub(crate) mod deep {
        pub struct Probe;
    }
}

extern "C" {
    fn c_connect(fd: i32) -> i32;
}

union Bits {
    int: u32,
    float: f32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pool_starts_empty() {
        assert_eq!(MAX_OPEN, 64);
    }
}
