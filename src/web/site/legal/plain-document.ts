import { fromMarkdown } from 'mdast-util-from-markdown'

type RootContent = ReturnType<typeof fromMarkdown>['children'][number]
type Paragraph = Extract<RootContent, { type: 'paragraph' }>
type PhrasingContent = Paragraph['children'][number]
type Blockquote = Extract<RootContent, { type: 'blockquote' }>
type List = Extract<RootContent, { type: 'list' }>

/** A piece of a line: text, strong text or a link. */
export type Piece = { text: string; strong?: true; to?: string }
export type Block = { kind: 'text'; pieces: Piece[] } | { kind: 'list'; items: Piece[][] }
export type Clause = { id: string; title: string; gist: Piece[] | null; blocks: Block[] }

/** A legal text in clauses, as operators write it in Markdown. */
export type PlainDocument = {
  title: string
  version: string | null
  summary: Block[]
  clauses: Clause[]
}

type Facts = Readonly<Record<string, string>>

const SAFE_LINK = /^(https:\/\/|mailto:|tel:|\/(?!\/)|#)/

/**
 * Replaces `{{name}}` by the fact of that name, after the Markdown was parsed, so that a fact is
 * text and never markup. Throws when a name has no fact.
 */
const fillFacts = (text: string, facts: Facts) =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_whole, name: string) => {
    const fact = facts[name]
    if (fact === undefined) throw new Error(`a legal text needs {{${name}}}, which does not exist`)
    return fact
  })

const getText = (nodes: readonly PhrasingContent[]): string =>
  nodes
    .map((node) =>
      'children' in node ? getText(node.children) : 'value' in node ? node.value : ' ',
    )
    .join('')

/** Returns the pieces of a paragraph. A link to a script becomes its text. */
function toPieces(nodes: readonly PhrasingContent[], facts: Facts): Piece[] {
  return nodes.map((node) => {
    const children = 'children' in node ? node.children : [node]
    const text = fillFacts(getText(children), facts).replace(/\s*\n\s*/g, ' ')

    if (node.type === 'strong') return { text, strong: true }
    if (node.type !== 'link') return { text }

    const to = fillFacts(decodeURI(node.url), facts)
    return SAFE_LINK.test(to) ? { text, to } : { text }
  })
}

const findParagraphs = (node: Blockquote | List['children'][number]) =>
  node.children.filter((child): child is Paragraph => child.type === 'paragraph')

function toBlocks(nodes: readonly RootContent[], facts: Facts): Block[] {
  return nodes.flatMap((node): Block[] => {
    if (node.type === 'paragraph') return [{ kind: 'text', pieces: toPieces(node.children, facts) }]
    if (node.type !== 'list') return []

    const items = node.children.map((item) =>
      findParagraphs(item).flatMap(({ children }) => toPieces(children, facts)),
    )
    return [{ kind: 'list', items }]
  })
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
