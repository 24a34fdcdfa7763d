// The hands from which a finger is chosen.

internal import CAdwaita
internal import GateModel
internal import GateScreen

/// One hand, seen from its back: a palm, and five fingers, which are radio buttons.
final class HandView {
    let box = Object.verticalBox(spacing: 6)
    private(set) var fingers: [(finger: Finger, button: Object)] = []

    private enum Size {
        static let finger = 28
        static let gap = 4
        static let palm = (width: 4 * finger + 3 * gap, height: 72)
        static let whole = (width: palm.width + finger + 4, height: 176)
        /// The lengths of the four long fingers, from the little one to the index finger; then of the thumb.
        static let lengths = [62, 84, 94, 84]
        static let thumb = 64
    }

    /// `first` is a finger of the other hand: of all fingers one can be chosen.
    init(_ hand: SheetScreen.Hand, with first: Object?) {
        let picture = Object.fixed(width: Size.whole.width, height: Size.whole.height)
        unsafe gtk_widget_set_halign(picture.widget, GTK_ALIGN_CENTER)
        // A left hand is on the left in every language.
        unsafe gtk_widget_set_direction(picture.widget, GTK_TEXT_DIR_LTR)
        let isLeft = hand.choices.first?.finger.rawValue.hasPrefix("left") ?? true
        let palm = Object.verticalBox(spacing: 0)
        palm.setClass("palm", true)
        palm.setSize(width: Size.palm.width, height: Size.palm.height)
        let top = Size.whole.height - Size.palm.height
        picture.put(palm, x: isLeft ? 0 : Size.whole.width - Size.palm.width, y: top)
        for (index, choice) in hand.choices.enumerated() {
            let button = Object.finger(choice.title)
            button.isSensitive = choice.isFree
            button.setClass("taken", !choice.isFree)
            if let other = first ?? fingers.first?.button { button.join(other) }
            fingers.append((choice.finger, button))
            // The place from the little finger on.
            let place = isLeft ? index : hand.choices.count - 1 - index
            let isThumb = place >= Size.lengths.count
            let length = isThumb ? Size.thumb : Size.lengths[place]
            button.setSize(width: Size.finger, height: length)
            // Upright like the others: GTK 4.8 reports a wrong place of a turned widget to assistive technology.
            let fromEdge = isThumb ? Size.palm.width + 4 : place * (Size.finger + Size.gap)
            picture.put(
                button, x: isLeft ? fromEdge : Size.whole.width - fromEdge - Size.finger,
                y: isThumb ? top - 18 : top - 3 - length)
        }
        box.append(picture)
        let caption = Object.label(hand.heading, style: "caption-heading", isHeading: true)
        unsafe gtk_label_set_xalign(gate_label(caption.pointer), 0.5)
        box.append(caption)
    }
}
