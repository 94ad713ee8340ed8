import Testing

@testable import BrokerPages

@Suite("What a window polls")
struct FeedTests {
    private final class Item: Sendable {
        let name: String

        init(_ name: String) { self.name = name }
    }

    @Test("The newest item is given, with its number, to whoever has seen fewer; to nobody else")
    func newest() async {
        let feed = Feed<String>()
        let none = await feed.latest(after: 0, within: .zero)
        #expect(none?.item == nil)
        for text in ["a", "b", "c"] { await feed.append(text) }
        for seen in [-1, 0, 2, Int.min] {
            let latest = await feed.latest(after: seen, within: .zero)
            #expect(latest?.item == "c" && latest?.number == 3, "\(seen)")
        }
        for seen in [3, 4, Int.max] {
            let latest = await feed.latest(after: seen, within: .zero)
            #expect(latest?.item == nil, "\(seen)")
        }
    }

    @Test("Whoever waits is given the next item when it comes")
    func next() async {
        let feed = Feed<String>()
        await feed.append("a")
        async let latest = feed.latest(after: 1, within: .seconds(3600))
        await feed.append("b")
        let next = await latest
        #expect(next?.item == "b")
    }

    @Test("An item is not kept behind a newer one, nor once nothing more is to be told")
    func forgotten() async {
        let feed = Feed<Item>()
        weak var first: Item?
        weak var second: Item?
        do {
            let item = Item("a")
            first = item
            await feed.append(item)
        }
        #expect(first?.name == "a")
        do {
            let item = Item("b")
            second = item
            await feed.append(item)
        }
        #expect(first?.name == nil && second?.name == "b")
        await feed.clear()
        #expect(second?.name == nil)
    }

    @Test("A feed that is closed gives its last item, and takes none")
    func closed() async {
        let feed = Feed<String>()
        await feed.append("a")
        await feed.close()
        await feed.append("b")
        let latest = await feed.latest(after: 0, within: .seconds(3600))
        #expect(latest?.item == "a" && latest?.number == 1)
        let next = await feed.latest(after: 1, within: .seconds(3600))
        #expect(next?.item == nil)
    }

    @Test("A feed has ended for whoever has seen its last item once it is closed, and for everybody once it is cleared")
    func ended() async {
        let feed = Feed<String>()
        await feed.append("a")
        #expect(await !feed.hasEnded(after: 0))
        #expect(await !feed.hasEnded(after: 1))
        await feed.close()
        #expect(await !feed.hasEnded(after: 0))
        #expect(await feed.hasEnded(after: 1))
        await feed.clear()
        #expect(await feed.hasEnded(after: 0))
    }
}
