import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { invariant } from '#lib/invariant.ts'
import { transliterateLetter } from '#lib/transliterate-letter.ts'
import { unpackWoff } from './woff.ts'

type Doc = PDFKit.PDFDocument

/** The page and its type, in points. */
export const A4 = { width: 595.28, height: 841.89 }
export const MARGIN = 48
export const WIDTH = A4.width - 2 * MARGIN
export const BOTTOM = A4.height - 64
export const TOP = 56
export const INK = '#111f2e'
export const QUIET = '#3d505b'
const RULE = '#9fb3a8'
export const [TEXT, SMALL, LEADING] = [9, 7.5, 1.38]

const { resolve } = createRequire(import.meta.url)
const unpacked = memoise((file: string) =>
  unpackWoff(readFileSync(resolve(`@fontsource/instrument-sans/files/${file}`))),
)
const loadFace = (script: string, weight: number) => {
  const file = `instrument-sans-${script}-${weight}-normal.woff`
  return unpacked(file, file)
}

type Weight = 400 | 600
/** The two files of a typeface, as the pages load them: each has its own letters. */
const SCRIPTS = ['latin', 'latin-ext'] as const
type TextRun = { font: string; text: string }

export type PdfCanvas = ReturnType<typeof createPdfCanvas>

/** Writes and measures text in runs of one font file each. */
export function createPdfCanvas(doc: Doc) {
  const faces = new Map(
    ([400, 600] as const).flatMap((weight) =>
      SCRIPTS.map((script) => {
        const name = `${script}-${weight}`
        doc.registerFont(name, loadFace(script, weight))
        return [name, installGlyphCache(doc.font(name))] as const
      }),
    ),
  )

  const findFont = (letter: string, weight: Weight) => {
    const point = letter.codePointAt(0) ?? 0
    return SCRIPTS.map((script) => `${script}-${weight}`).find((name) =>
      faces.get(name)?.font.hasGlyphForCodePoint(point),
    )
  }

  const splitRuns = (text: string, weight: Weight): TextRun[] => {
    if (PLAIN.test(text)) return [{ font: `latin-${weight}`, text }]

    const runs: TextRun[] = []
    for (const letter of text.normalize('NFC')) {
      const font = findFont(letter, weight)
      const [name, shown] = [font ?? `latin-${weight}`, font ? letter : transliterateLetter(letter)]
      const last = runs.at(-1)
      if (last?.font === name) last.text += shown
      else runs.push({ font: name, text: shown })
    }

    return runs
  }

  const widths = memoise(({ font, text }: TextRun) => {
    return faces.get(font)?.layout(text, undefined, true).advanceWidth ?? 0
  })
  const runWidth = (run: TextRun, size: number) =>
    (widths(`${run.font} ${run.text}`, run) * size) / 1000

  return {
    doc,
    /** Returns the width of a text on one line. */
    widthOf: (text: string, size: number, weight: Weight) =>
      splitRuns(text, weight).reduce((sum, run) => sum + runWidth(run, size), 0),
    /** Writes one line of text from its top left corner, or ending at its top right one. */
    write(text: string, x: number, y: number, style: TextStyle = {}) {
      const { size = TEXT, weight = 400, colour = INK, end = false } = style
      const runs = splitRuns(text, weight)
      let at = end ? x - runs.reduce((sum, run) => sum + runWidth(run, size), 0) : x

      doc.fillColor(colour)

      for (const run of runs) {
        const textWidth = runWidth(run, size)
        const measured = { lineBreak: false, textWidth } as PDFKit.Mixins.TextOptions
        doc.font(run.font).fontSize(size).text(run.text, at, y, measured)
        at += textWidth
      }
    },
    rule(y: number, { x = MARGIN, width = WIDTH, thick = 0.5, colour = RULE } = {}) {
      doc
        .lineWidth(thick)
        .strokeColor(colour)
        .moveTo(x, y)
        .lineTo(x + width, y)
        .stroke()
    },
  }
}

/** The letters of the first font file. */
const PLAIN = /^[ -~]*$/
const MAX_CACHED = 20_000

/** Caches the results of `work` by key, up to a number of entries. */
function memoise<Input, Result>(work: (input: Input) => Result) {
  const cached = new Map<string, Result>()
  return (key: string, input: Input): Result => {
    const previous = cached.get(key)
    if (previous !== undefined) return previous

    if (cached.size >= MAX_CACHED) cached.clear()

    const result = work(input)
    cached.set(key, result)
    return result
  }
}

type Glyphs = { glyphs: unknown[]; positions: unknown[]; advanceWidth: number }
/** The internal state of pdfkit 0.20 behind `doc.font()`. */
type OpenedFace = {
  font: { hasGlyphForCodePoint(point: number): boolean }
  layout(text: string, features: undefined, onlyWidth: true): { advanceWidth: number }
  layoutRun(text: string, features: string[]): Glyphs
  layoutCached(word: string): Glyphs
}

/**
 * Shapes each word once, like pdfkit, but words with a digit from single letters: nearly every one
 * is new, and shaping 5,000 lines of them took twenty seconds. Digits then have one width, so that
 * columns of them can be read.
 */
function installGlyphCache(doc: Doc): OpenedFace {
  const opened = (doc as unknown as { _font: OpenedFace })._font
  invariant(typeof opened.layoutCached === 'function', 'pdfkit shapes word by word')

  const shapeWord = opened.layoutCached.bind(opened)
  const letterOf = memoise((letter: string) => {
    const { glyphs, positions, advanceWidth } = opened.layoutRun(letter, ['tnum'])
    return { glyphs, positions, advanceWidth }
  })

  const figures = memoise((word: string): Glyphs => {
    const shaped: Glyphs = { glyphs: [], positions: [], advanceWidth: 0 }
    for (const letter of word) {
      const { glyphs, positions, advanceWidth } = letterOf(letter, letter)
      shaped.glyphs.push(...glyphs)
      shaped.positions.push(...positions)
      shaped.advanceWidth += advanceWidth
    }

    return shaped
  })

  opened.layoutCached = (word) => (/\d/.test(word) ? figures(word, word) : shapeWord(word))

  return opened
}

export type TextStyle = { size?: number; weight?: Weight; colour?: string; end?: boolean }

/** Breaks a text into lines that fit a width; a wider word is broken. */
export function wrapText(
  pen: PdfCanvas,
  text: string,
  width: number,
  size: number,
  weight: Weight = 400,
): string[] {
  const space = pen.widthOf(' ', size, weight)
  const lines: string[] = []
  let used = Number.POSITIVE_INFINITY

  for (const word of text
    .split(/\s+/)
    .flatMap((each) => splitWord(pen, each, width, size, weight))) {
    const needed = pen.widthOf(word, size, weight)
    if (used + space + needed > width) {
      lines.push(word)
      used = needed
    } else {
      lines[lines.length - 1] += ` ${word}`
      used += space + needed
    }
  }

  return lines
}

function splitWord(
  pen: PdfCanvas,
  word: string,
  width: number,
  size: number,
  weight: Weight,
): string[] {
  if (pen.widthOf(word, size, weight) <= width) return [word]

  const fitting = Math.max(
    1,
    Math.floor((word.length * width * 0.92) / pen.widthOf(word, size, weight)),
  )
  return word.match(new RegExp(`.{1,${fitting}}`, 'gsu')) ?? []
}
