import GateGuidance
import GateModel
import Testing

@Suite("What a key for ssh signs, in words")
struct SignatureSubjectTests {
    private static let github = SignatureSubject.Server(fingerprint: "SHA256:abc", claimedName: "github.com")
    private static let unknown = SignatureSubject.Server(fingerprint: "SHA256:def", claimedName: nil)

    @Test(
        "Each subject has its sentence in each language",
        arguments: [
            (
                SignatureSubject(.login(user: "git", server: github)),
                [
                    "Sign in to github.com as git", "git 계정으로 github.com에 로그인", "Logg inn på github.com som git",
                ]
            ),
            (
                SignatureSubject(.login(user: "root", server: unknown), through: [github]),
                [
                    "Sign in to an unknown server (SHA256:def) as root, through github.com",
                    "github.com 서버를 거쳐 root 계정으로 알 수 없는 서버(SHA256:def)에 로그인",
                    "Logg inn på en ukjent server (SHA256:def) som root, gjennom github.com",
                ]
            ),
            (
                SignatureSubject(.login(user: "git", server: nil)),
                [
                    "Sign in as git to a server that the program does not name", "프로그램이 밝히지 않은 서버에 git 계정으로 로그인",
                    "Logg inn som git på en server som programmet ikke oppgir",
                ]
            ),
            (
                SignatureSubject(.commit(title: "Fix the \"door\"")),
                [
                    #"Sign the commit "Fix the \"door\"""#, #""Fix the \"door\"" 커밋에 서명"#,
                    #"Signer commiten «Fix the "door"»"#,
                ]
            ),
            (
                SignatureSubject(.tag(name: "v1", title: "The first door")),
                [
                    #"Sign the tag "v1": "The first door""#, #""v1" 태그에 서명: "The first door""#,
                    "Signer taggen «v1»: «The first door»",
                ]
            ),
            (
                SignatureSubject(.message(namespace: "git"), through: [github]),
                [
                    #"Sign for "git" (content not shown), asked by github.com"#,
                    #""git" 용도로 서명(내용은 표시되지 않음) (github.com에서 요청)"#,
                    "Signer for «git» (innholdet vises ikke), på forespørsel fra github.com",
                ]
            ),
        ])
    func sentences(subject: SignatureSubject, expected: [String]) {
        #expect(Language.allCases.map { subject.sentence(in: $0) } == expected)
    }
}
