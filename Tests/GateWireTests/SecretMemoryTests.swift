import GateSecret
import Glibc
import Testing

@Suite("Memory of secrets") struct SecretMemoryTests {
    @Test("More secrets than the shared pages hold are each separate")
    func many() {
        final class Box {
            let secret: SecretBytes
            init(_ number: Int) {
                secret = SecretBytes(count: 8) { $0.storeBytes(of: number, as: Int.self) }
            }
        }
        for _ in 1...2 {
            let boxes = (0..<5000).map(Box.init)
            #expect(
                boxes.enumerated().allSatisfy { number, box in box.secret.withBytes { $0.load(as: Int.self) == number }
                })
        }
    }

    @Test("A process without further mappings still stores a secret")
    func noPages() async {
        await #expect(processExitsWith: .success) {
            // Neighbours with different protection are separate mappings, whose number the kernel limits.
            var protection = PROT_NONE
            while mmap(nil, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED {
                protection ^= PROT_READ
            }
            for count in [0, 1, 512, 513, 100_000] {
                let secret = SecretBytes(count: count) { for index in $0.indices { $0[index] = UInt8(index & 0xFF) } }
                let isWhole = secret.withBytes { bytes in bytes.indices.allSatisfy { bytes[$0] == UInt8($0 & 0xFF) } }
                guard isWhole else { exit(1) }
            }
        }
    }
}
