import Testing

@testable import VerificationSessions

@Suite("Bounded memory")
struct BoundedMemoryTests {
    @Test("What is remembered is given until it is taken, and no more is remembered than the bound")
    func bounded() {
        let memory = BoundedMemory<String, Int>(most: 2)
        memory.add(1, of: "one")
        memory.add(2, of: "two")
        #expect(memory.take("one") == 1)
        #expect(memory.take("one") == nil, "once")
        memory.add(1, of: "one")
        memory.add(3, of: "three")
        #expect(memory.take("one") == nil && memory.take("two") == nil, "beyond the bound all are forgotten")
        #expect(memory.take("three") == 3)
        memory.add(1, of: "one")
        memory.add(2, of: "two")
        memory.add(3, of: "two")
        #expect(memory.value(of: "one") { _ in 0 } == 1, "what is there already takes no room")
        memory.forget { $0 == 3 }
        #expect(memory.take("two") == nil && memory.take("one") == 1)
    }

    @Test("A value is made once, and again where making it failed")
    func made() throws {
        struct Failure: Error {}
        let memory = BoundedMemory<String, Int>(most: 2)
        #expect(throws: Failure.self) { try memory.value(of: "one") { _ in throw Failure() } }
        #expect(memory.value(of: "one") { $0.count } == 3)
        #expect(try memory.value(of: "one") { _ in throw Failure() } == 3)
    }
}
