package com.example.stock;

import java.util.List;
import java.util.Map;

/**
 * Everything on the shelves.
 */
@Service
public class Inventory<T extends Item> implements Counter {
    public static final int MAX_SHELVES = 40;
    private final Map<String, T> items, archived;
    protected long version;

    public Inventory(Map<String, T> items) {
        this.items = items;
    }

    /** Adds one. */
    @Override
    @Transactional(readOnly = false)
    public <K extends T> void add(String key, K item) {
        Runnable log = () -> System.out.println(key);
        Counter counter = new Counter() {
            @Override
            public int count() {
                return 1;
            }
        };
        log.run();
    }

    // Counts all.
    public int count() { return items.size(); }

    static {
        System.loadLibrary("stock");
    }

    private static class Shelf {
        int row;

        class Label {
            String text() { return "row " + row; }
        }
    }

    public enum State {
        OPEN("o"),
        CLOSED("c") {
            @Override
            boolean sells() { return false; }
        };

        private final String code;

        State(String code) { this.code = code; }

        boolean sells() { return true; }
    }
}

interface Counter {
    int LIMIT = 5;

    int count();

    default boolean any() {
        return count() > 0;
    }
}

record Point(int x, int y) {
    Point {
        if (x < 0) throw new IllegalArgumentException();
    }

    static Point origin() { return new Point(0, 0); }
}

@interface Audited {
    String value() default "";
}
