// Package store keeps things.
package store

import (
	"errors"
	"sync"
)

// ErrMissing is returned for unknown keys.
var ErrMissing = errors.New("missing")

const defaultSize = 16

const (
	StateOpen State = iota
	// StateClosed is final.
	StateClosed
)

var (
	mu    sync.Mutex
	a, b  int
)

// State of a store.
type State int

type (
	// Key names a value.
	Key   string
	Value = []byte
)

// Store is safe for concurrent use.
type Store[K comparable] struct {
	sync.RWMutex
	items map[K]Value
	size, max int
	opts  struct {
		verbose bool
	}
}

// Reader reads.
type Reader interface {
	Get(key Key) (Value, error)
	Len() int
}

type Handler func(Key) error

// New makes a store.
func New[K comparable](size int) *Store[K] {
	clean := func() {}
	clean()
	return &Store[K]{items: make(map[K]Value, size)}
}

// Get finds a value.
//
// It never blocks for long.
func (s *Store[K]) Get(key K) (Value, error) {
	s.RLock()
	defer s.RUnlock()
	value, ok := s.items[key]
	if !ok {
		return nil, ErrMissing
	}
	return value, nil
}

func (State) String() string { return "state" }

func (h Handler) Serve(key Key) error {
	type local struct{ n int }
	return h(key)
}

func init() {}
