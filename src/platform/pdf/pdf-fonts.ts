import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { invariant } from '#lib/invariant.ts'
import { unpackWoff } from './woff.ts'

export type Doc = PDFKit.PDFDocument

const { resolve } = createRequire(import.meta.url)

const unpacked = memoise((file: string) =>
  unpackWoff(readFileSync(resolve(`@fontsource/instrument-sans/files/${file}`))),
)

export const loadFace = (script: string, weight: number) => {
  const file = `instrument-sans-${script}-${weight}-normal.woff`
  return unpacked(file, file)
}

export type Weight = 400 | 600

/** The two files of a typeface, as the pages load them: each has its own letters. */
export const SCRIPTS = ['latin', 'latin-ext'] as const
export type TextRun = { font: string; text: string }

/** The letters of the first font file. */
export const PLAIN = /^[ -~]*$/
const MAX_CACHED = 20_000

/** Caches the results of `work` by key, up to a number of entries. */
export function memoise<Input, Result>(work: (input: Input) => Result) {
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
export function installGlyphCache(doc: Doc): OpenedFace {
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
