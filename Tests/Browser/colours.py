"""How far two colours of a page stand out from each other."""
import re

from checks import check


def colour(text):
    """Red, green, blue of a computed colour that must be opaque."""
    numbers = [float(number) for number in re.findall(r"[\d.]+", text)]
    check(text.startswith("rgb") and (len(numbers) == 3 or numbers[3] == 1), f"not an opaque colour: {text}")
    return numbers[:3]


def luminance(rgb):
    linear = [part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """WCAG 2.2, contrast ratio."""
    lighter, darker = sorted((luminance(colour(one)), luminance(colour(other))), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
