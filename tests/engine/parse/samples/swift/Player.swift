import Foundation

let maxVolume = 11
public typealias Completion = (Result<Track, Error>) -> Void

/// A track.
public struct Track: Codable, Hashable {
    let title: String
    var seconds = 0.0
    static let silence = Track(title: "")

    enum CodingKeys: String, CodingKey {
        case title, seconds
    }
}

protocol Playable: AnyObject {
    associatedtype Item
    var volume: Int { get set }
    func play(_ item: Item) throws
    init(name: String)
}

/// Plays tracks.
@MainActor
open class Player: NSObject, Playable {
    @Published private(set) var volume: Int = 5 {
        didSet { notify() }
    }
    var isLoud: Bool { volume > 8 }
    lazy var queue: [Track] = {
        return []
    }()

    required public init(name: String) {
        super.init()
    }

    convenience init?() { return nil }

    deinit {
        notify()
    }

    // Starts.
    @discardableResult
    public func play(_ item: Track) throws -> Bool {
        func log(_ text: String) { print(text) }
        let done = { (x: Int) in x + 1 }
        log(item.title)
        return true
    }

    subscript(index: Int) -> Track { queue[index] }

    class func shared() -> Player { Player() }

    private func notify() {}

    class Observer {
        func seen() {}
    }
}

extension Player: CustomStringConvertible {
    public var description: String { "player" }

    func stop() {}
}

indirect enum Playlist {
    case empty
    case track(Track, next: Playlist)

    var count: Int { 0 }
}

actor Library {
    func add(_ track: Track) async {}
}

func + (a: Track, b: Track) -> Track { a }

func makePlayer<T: Playable>(of kind: T.Type) -> T? where T: NSObject {
    return nil
}
