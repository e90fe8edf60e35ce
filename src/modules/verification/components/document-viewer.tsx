import { type CSSProperties, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/classes.ts'
import { formatDocument } from '../model.ts'
import type { VerificationReview } from './calls.tsx'
import styles from './document-viewer.module.css'

type ReviewedDocument = VerificationReview['documents'][number]

const KIB = 1024
const formatSize = (bytes: number) =>
  bytes < KIB * KIB ? `${Math.ceil(bytes / KIB)} KB` : `${(bytes / KIB / KIB).toFixed(1)} MB`

/**
 * The documents of a verification. One is loaded when the reviewer opens it, because each view is
 * recorded.
 */
export function DocumentViewer({ one }: { one: VerificationReview }) {
  const [openId, setOpenId] = useState<string>()
  const open = one.documents.find(({ _id }) => _id === openId)

  if (one.documents.length === 0)
    return (
      <p className="muted">
        {one.provider === 'desk'
          ? 'The member has not uploaded a document yet.'
          : 'The documents are at the identity provider.'}
      </p>
    )

  return (
    <>
      <p className="muted">Each view is recorded in the audit log.</p>
      <ul className={styles.list}>
        {one.documents.map((document) => (
          <li key={document._id}>
            <DocumentButton
              document={document}
              isOpen={document._id === openId}
              onOpen={() => setOpenId(document._id)}
            />
          </li>
        ))}
      </ul>
      {one.code && (
        <p>
          The photo has to show the code <strong className="num">{one.code}</strong>.
        </p>
      )}
      {open?.path && <OpenDocument key={open._id} document={open} path={open.path} />}
    </>
  )
}

type DocumentButtonProps = { document: ReviewedDocument; isOpen: boolean; onOpen: () => void }

function DocumentButton({ document, isOpen, onOpen }: DocumentButtonProps) {
  const { kind, side, path, bytes } = document
  const name = formatDocument(kind, side)
  if (!path) return <span className="muted">{name}: deleted after its retention</span>

  return (
    <Button size="sm" aria-pressed={isOpen} onClick={onOpen}>
      {name} <span className="muted">({formatSize(bytes)})</span>
    </Button>
  )
}

const OpenDocument = ({ document, path }: { document: ReviewedDocument; path: string }) =>
  document.mediaType.startsWith('image/') ? (
    <Picture path={path} name={formatDocument(document.kind, document.side)} />
  ) : (
    <p>
      This document is a PDF, which opens outside of this page.{' '}
      <a className="link" href={path} download>
        Download the PDF
      </a>
    </p>
  )

const ZOOMS = [1, 1.5, 2, 3] as const
const QUARTER_TURN = 90
const HALF_TURN = 180

function Picture({ path, name }: { path: string; name: string }) {
  const [zoom, setZoom] = useState(0)
  const [turn, setTurn] = useState(0)
  const [failed, setFailed] = useState(false)
  const scale = ZOOMS[zoom] ?? 1

  return (
    <>
      <div className={styles.tools}>
        <Button size="sm" onClick={() => setZoom(Math.min(zoom + 1, ZOOMS.length - 1))}>
          Zoom in
        </Button>
        <Button size="sm" onClick={() => setZoom(Math.max(zoom - 1, 0))}>
          Zoom out
        </Button>
        <Button size="sm" onClick={() => setTurn(turn + QUARTER_TURN)}>
          Rotate
        </Button>
        <span className="muted num">{scale * 100}%</span>
      </div>
      {failed && (
        <p role="alert">This document can’t be displayed. Try again, or ask for another.</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the keys */}
      <section className={styles.frame} aria-label={name} tabIndex={0}>
        <div
          className={joinClasses(styles.sheet, turn % HALF_TURN !== 0 && styles.sideways)}
          style={{ '--zoom': scale, '--turn': `${turn}deg` } as CSSProperties}
        >
          <img src={path} alt={`${name}, uploaded by the member`} onError={() => setFailed(true)} />
        </div>
      </section>
    </>
  )
}
