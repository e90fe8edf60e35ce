/** Letters of other scripts that are drawn like Latin ones. */
const LOOKALIKES: Record<string, string> = {
  // Cyrillic
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Н: 'H',
  І: 'I',
  Ј: 'J',
  К: 'K',
  М: 'M',
  О: 'O',
  Р: 'P',
  Ѕ: 'S',
  Т: 'T',
  У: 'Y',
  Х: 'X',
  Ү: 'Y',
  Ԍ: 'G',
  Ԛ: 'Q',
  Ԝ: 'W',
  Ѵ: 'V',
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  г: 'r',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  у: 'y',
  ү: 'y',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  ɡ: 'g',
  Ӏ: 'I',
  // Greek
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
  α: 'a',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ϲ: 'c',
  Ϲ: 'C',
  ϳ: 'j',
  // Armenian, and Latin letters of other alphabets
  օ: 'o',
  Տ: 'S',
  ս: 'u',
  հ: 'h',
  ո: 'n',
  ց: 'g',
  զ: 'q',
  ı: 'i',
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
}

/** Returns a text with letters of other scripts replaced by the Latin ones they are drawn like. */
export const foldLookalikes = (text: string): string =>
  text.replace(/[^\0-\u024f]|[ıłŁøØ]/gu, (letter) => LOOKALIKES[letter] ?? letter)

/** Returns a text without the characters that have no shape. */
export const removeInvisible = (text: string): string =>
  text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')

/** Returns a text with each kind of dash, and of space, as the plain one. */
export const foldPunctuation = (text: string): string =>
  text
    .replace(/[\p{Pd}\u2212\u00ad]/gu, '-')
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replace(/\s+/g, ' ')
