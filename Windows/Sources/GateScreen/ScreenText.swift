// The sentences of windows that the other programs do not have; all others are from `GateGuidance`.

internal import GateGuidance
internal import GateModel

/// A window's own text.
enum ScreenText: Hashable {
    /// The user is not asked for anything yet.
    case preparing
    /// The field's label, if a finger would also do.
    case orTypePIN, orTypePassword
    /// The field's label, if no more specific one fits.
    case typePIN, typePassword
    /// The typed text is being compared.
    case checking
    /// Further requests wait behind this one.
    case others(Int)
    case confirm, close
    /// The button that confirms a request.
    case act(RequestNotice.Act)
    /// The button that shows long values whole.
    case showWhole
    /// The heading of the accounts that a sign-in offers.
    case chooseAccount
    /// Nothing can be tried for this many seconds.
    case paused(seconds: Int)
    /// The user's time is nearly over.
    case timeLeft(seconds: Int)
    case moreTime
    /// A pause of the finger is over.
    case fingerAgain
    /// The request ended, and its service does not say how.
    case over

    func words(in language: Language) -> String {
        let words = language.words
        return switch self {
        case .preparing: words.preparing
        case .orTypePIN: words.orTypePIN
        case .orTypePassword: words.orTypePassword
        case .typePIN: words.typePIN
        case .typePassword: words.typePassword
        case .checking: words.checking
        case .others(let count): words.othersWait(count)
        case .confirm: words.verbConfirm
        case .close: words.close
        case .act(let act): words.caption(of: act)
        case .showWhole: words.showWhole
        case .chooseAccount: words.chooseAccount
        case .paused(let seconds): words.tryAgainIn(seconds)
        case .timeLeft(let seconds): words.timeLeft(seconds)
        case .moreTime: words.moreTime
        case .fingerAgain: words.fingerAgain
        case .over: words.requestOver
        }
    }
}

extension Factor {
    /// The caption of a button that chooses this PIN or password.
    func instead(in language: Language) -> String {
        (self == .pin ? ScreenFallback.pin.label(in: language) : ScreenFallback.password.label(in: language)) ?? ""
    }
}

extension ScreenWords {
    fileprivate func caption(of act: RequestNotice.Act) -> String {
        switch act {
        case .verb(.confirm): verbConfirm
        case .verb(.approve): verbApprove
        case .verb(.pay): verbPay
        case .verb(.signIn): verbSignIn
        case .operation(.authenticate): verbConfirm
        case .operation(.enroll): verbAdd
        case .operation(.enable): Caption.turnOn.text(in: language)
        case .operation(.store): verbStore
        case .operation(.retrieve): verbOpen
        case .operation(.createKey): verbMake
        case .operation(.sign): verbSign
        case .operation(.renew): renew
        }
    }
}

extension String {
    /// With the quotation marks of windows in that language: the service's sentences, which a terminal shows as well, have
    /// straight ones in some. `self` as in `typographic`.
    func typographic(in language: Language) -> String { "".quoted(in: language) == "\"\"" ? typographic : self }

    /// With typographic marks instead of straight ones around what is quoted, as windows have them. `self` is a sentence
    /// whose foreign texts were put between quotation marks by `quoted(in:)`; one with an odd mark is returned as it is.
    var typographic: String {
        var isQuoted = false
        var isEscaped = false
        let shown = unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\"" where isEscaped: text.append("\"")
            case "\\" where isQuoted && !isEscaped:
                isEscaped = true
                return
            case "\"":
                text.append(isQuoted ? "”" : "“")
                isQuoted.toggle()
            case "'" where !isQuoted: text.append("’")
            // It cannot end the quotation.
            case "”" where isQuoted: text.append("\\”")
            default:
                if isEscaped, scalar != "\\" { text.append("\\") }
                text.unicodeScalars.append(scalar)
            }
            isEscaped = false
        }
        return isQuoted ? self : shown
    }
}

extension CallStory.Alert {
    /// With the quotation marks of windows.
    func typographic(in language: Language) -> CallStory.Alert {
        CallStory.Alert(text: text.typographic(in: language), number: number)
    }
}
