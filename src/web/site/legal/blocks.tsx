import { joinClasses } from '#ui/classes.ts'
import type { Block, Piece } from './plain-pieces.ts'

export const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  blocks.map((block) =>
    block.kind === 'text' ? (
      <p key={getPieceKey(block.pieces)}>
        <Pieces pieces={block.pieces} />
      </p>
    ) : (
      <ul key={getPieceKey(block.items.flat())}>
        {block.items.map((item) => (
          <li key={getPieceKey(item)}>
            <Pieces pieces={item} />
          </li>
        ))}
      </ul>
    ),
  )

const getPieceKey = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('')

export const Pieces = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map(({ text, strong, to }) => {
    if (strong) return <strong key={text}>{text}</strong>
    return to ? (
      <a key={text} href={to} className={joinClasses('link', to.includes('@') && 'anywhere')}>
        {text}
      </a>
    ) : (
      text
    )
  })
