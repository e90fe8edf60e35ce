import { fromMarkdown } from 'mdast-util-from-markdown'
import {
  type Block,
  type Facts,
  fillFacts,
  findParagraphs,
  getText,
  type Paragraph,
  type Piece,
  type RootContent,
  toBlocks,
  toPieces,
} from './plain-pieces.ts'

export type Clause = { id: string; title: string; gist: Piece[] | null; blocks: Block[] }

/** A legal text in clauses, as operators write it in Markdown. */
export type PlainDocument = {
  title: string
  version: string | null
  summary: Block[]
  clauses: Clause[]
}

const toSlug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Divides the content of a document at its headings of a depth. */
function splitAtHeadings(nodes: readonly RootContent[], depth: number) {
  const parts: { title: string; nodes: RootContent[] }[] = [{ title: '', nodes: [] }]
  for (const node of nodes)
    if (node.type === 'heading' && node.depth === depth)
      parts.push({ title: getText(node.children), nodes: [] })
    else parts.at(-1)?.nodes.push(node)

  return parts
}

function toClause(title: string, nodes: readonly RootContent[], facts: Facts): Clause {
  const [first, ...rest] = nodes
  const quote = first?.type === 'blockquote' ? first : null

  return {
    id: toSlug(title),
    title,
    gist: quote && findParagraphs(quote).flatMap(({ children }) => toPieces(children, facts)),
    blocks: toBlocks(quote ? rest : nodes, facts),
  }
}

/**
 * Parses a document: `# title`, `Version: 2026-11-01`, a summary, and below each `## clause` a gist
 * (`> …`), paragraphs and lists. `{{name}}` is replaced by the fact of that name. Throws when there
 * is no such fact.
 */
export function readDocument(markdown: string, facts: Facts): PlainDocument {
  const [head = { title: '', nodes: [] }, ...clauses] = splitAtHeadings(
    fromMarkdown(markdown).children,
    2,
  )
  const [, start = head] = splitAtHeadings(head.nodes, 1)
  const isVersion = (node: RootContent) =>
    node.type === 'paragraph' && getText(node.children).startsWith('Version: ')
  const version = start.nodes.find(isVersion) as Paragraph | undefined

  return {
    title: fillFacts(start.title, facts),
    version: version ? getText(version.children).slice('Version: '.length) : null,
    summary: toBlocks(
      start.nodes.filter((node) => !isVersion(node)),
      facts,
    ),
    clauses: clauses.map(({ title, nodes }) => toClause(fillFacts(title, facts), nodes, facts)),
  }
}
