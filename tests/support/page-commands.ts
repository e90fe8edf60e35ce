import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from './launcher.ts'

type Block = { title: string; block: string; shown: string }

/** A block marked `sh`, and the block marked `text` that follows it, in a list or not. */
const BLOCK = /^( *)```sh\n([\s\S]*?)^\1```$(?:\s*^\1```text\n([\s\S]*?)^\1```$)?/gm

/**
 * The commands of a page for operators, as they are written: the blocks marked `sh` of each
 * section, in their order. Taking commands marks them as taken.
 */
export function readPageCommands(page: string) {
  const text = readFileSync(join(PROJECT, page), 'utf8')
  const blocks = text.split(/^## /m).flatMap((section, index): Block[] => {
    const [title = ''] = index === 0 ? [''] : section.split('\n')
    return [...section.matchAll(BLOCK)].map(([, indent = '', block = '', shown = '']) => ({
      title,
      block: unindent(block, indent),
      shown: unindent(shown, indent),
    }))
  })
  const taken = new Set<Block>()

  const enter = (commands: string, replacements: Record<string, string>) =>
    Object.entries(replacements).reduce((replaced, [written, entered]) => {
      if (!commands.includes(written)) throw new Error(`${page} doesn't say ${written}`)
      return replaced.replaceAll(written, entered)
    }, commands)

  return {
    /** The commands of a section, as one shell runs them, with what the operator enters. */
    take(start: string, replacements: Record<string, string> = {}) {
      const found = blocks.filter(({ title }) => title !== '' && title.startsWith(start))
      if (found.length === 0) throw new Error(`${page} has no commands in section ${start}`)
      for (const block of found) taken.add(block)

      return enter(found.map(({ block }) => block).join('\n'), replacements)
    },
    /**
     * The first block that isn't taken yet, which has to contain a text, and what the page says
     * that its commands print.
     */
    takeNext(expected: string) {
      const next = blocks.find((block) => !taken.has(block))
      if (!next?.block.includes(expected))
        throw new Error(`The next commands of ${page} aren't ${expected}:\n${next?.block}`)
      taken.add(next)

      return { commands: next.block, shown: next.shown }
    },
    /** The first block that contains a text. */
    find(text: string): string {
      const found = blocks.find(({ block }) => block.includes(text))
      if (!found) throw new Error(`${page} has no commands with ${text}`)
      return found.block
    },
    listUntaken: () => blocks.filter((block) => !taken.has(block)).map(({ block }) => block),
  }
}

const unindent = (text: string, indent: string) =>
  text.replaceAll(new RegExp(`^${indent}`, 'gm'), '')

/** The codes with which a prompt moves the cursor of a terminal. */
const CURSOR_CODES = new RegExp(`${String.fromCharCode(27)}\\[[\\d;?]*[A-Za-z]`, 'g')

/**
 * Throws unless commands printed what a page says that one sees. Figures, times, hashes and the
 * width of columns may differ; `…` in the page stands for any text, and on its own line for any
 * lines.
 */
export function assertShown(output: string, shown: string) {
  const found = simplify(output)
  const pattern = shown.trim() === '' ? '' : simplify(shown).split('\n').map(toPattern).join('')
  if (new RegExp(`^${pattern}$`).test(found === '' ? '' : `${found}\n`)) return

  throw new Error(`The page says that one sees:\n${shown}\nOne sees:\n${output}`)
}

const simplify = (text: string) =>
  text
    .replaceAll(CURSOR_CODES, '')
    .replaceAll('\r', '')
    .replaceAll(/\b[0-9a-f]{8,}\b/g, '0')
    .replaceAll(/\d+(?:[.,:]\d+)*/g, '0')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/^ | $/gm, '')
    .trim()

const toPattern = (line: string) =>
  line === '…' ? '(?:.*\\n)*' : `${line.split('…').map(escapePattern).join('.*')}\\n`

const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
