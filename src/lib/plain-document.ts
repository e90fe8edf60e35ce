/** A piece of a line: words, words that stand out, or a link. */
export type Piece = { text: string; strong?: true; to?: string }
export type Block = { kind: 'text'; pieces: Piece[] } | { kind: 'list'; items: Piece[][] }
export type Clause = { id: string; title: string; gist: Piece[] | null; blocks: Block[] }

/** A text in clauses, as operators write it in Markdown. */
export type PlainDocument = {
  title: string
  version: string | null
  summary: Block[]
  clauses: Clause[]
}

const SAFE_LINK = /^(https:\/\/|mailto:|tel:|\/(?!\/)|#)/

/**
 * A line's words, with `**strong**` and `[a link](/to)`; a link that leads to a script stays its
 * words.
 */
function parsePieces(line: string): Piece[] {
  const found = line.matchAll(/\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g)
  const pieces: Piece[] = []
  let end = 0

  for (const match of found) {
    if (match.index > end) pieces.push({ text: line.slice(end, match.index) })
    const [whole, strong, label = '', to = ''] = match
    if (strong) pieces.push({ text: strong, strong: true })
    else pieces.push(SAFE_LINK.test(to) ? { text: label, to } : { text: label })
    end = match.index + whole.length
  }

  if (end < line.length) pieces.push({ text: line.slice(end) })

  return pieces
}

/** Paragraphs and lists, which empty lines part. */
function parseBlocks(text: string): Block[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      if (!/^[-*] /.test(part))
        return { kind: 'text', pieces: parsePieces(part.replace(/\s*\n\s*/g, ' ')) }

      const items = part
        .split(/\n(?=[-*] )/)
        .map((item) => parsePieces(item.slice(2).replace(/\s*\n\s*/g, ' ')))
      return { kind: 'list', items }
    })
}

const toSlug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

function parseClause(text: string): Clause {
  const [title = '', ...rest] = text.split('\n')
  const body = rest.join('\n').trim()
  const gist = /^>\s*(.+(?:\n>.*)*)/.exec(body)
  const words = gist ? gist[0].replace(/^>\s?/gm, '').replace(/\n/g, ' ') : null

  return {
    id: toSlug(title),
    title: title.trim(),
    gist: words === null ? null : parsePieces(words),
    blocks: parseBlocks(gist ? body.slice(gist[0].length) : body),
  }
}

/**
 * Reads a document: `# title`, `Version: 2026-11-01`, a summary, and below each `## clause` a gist
 * (`> …`), paragraphs and lists. What is in `{{braces}}` is replaced by a fact of that name; a name
 * that nobody knows is an error that says which.
 */
export function readDocument(
  markdown: string,
  facts: Readonly<Record<string, string>>,
): PlainDocument {
  const filled = markdown
    .replace(/\r/g, '')
    .replace(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => {
      const fact = facts[name]
      if (fact === undefined)
        throw new Error(`a legal text asks for {{${name}}}, which is not known`)
      return fact
    })

  const [head = '', ...clauses] = filled.split(/^## /m)
  const title = /^# (.+)$/m.exec(head)?.[1]?.trim() ?? ''
  const version = /^Version: (.+)$/m.exec(head)?.[1]?.trim() ?? null
  const summary = head.replace(/^# .+$/m, '').replace(/^Version: .+$/m, '')

  return { title, version, summary: parseBlocks(summary), clauses: clauses.map(parseClause) }
}
