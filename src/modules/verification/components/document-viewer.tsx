import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { formatFileSize } from '#ui/form/file-rules.ts'
import { formatDocument } from '../model.ts'
import type { VerificationReview } from './calls.tsx'
import { DocumentPicture } from './document-picture.tsx'
import styles from './document-viewer.module.css'

type ReviewedDocument = VerificationReview['documents'][number]

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

const isImage = ({ mediaType }: ReviewedDocument) => mediaType.startsWith('image/')

type DocumentButtonProps = { document: ReviewedDocument; isOpen: boolean; onOpen: () => void }

function DocumentButton({ document, isOpen, onOpen }: DocumentButtonProps) {
  const { kind, side, path, bytes } = document
  const size = `${isImage(document) ? '' : 'PDF, '}${formatFileSize(bytes)}`
  const name = formatDocument(kind, side)
  if (!path) return <span className="muted">{name}: deleted after its retention</span>

  return (
    <Button size="sm" aria-pressed={isOpen} onClick={onOpen}>
      {name} <span className="muted">({size})</span>
    </Button>
  )
}

const OpenDocument = ({ document, path }: { document: ReviewedDocument; path: string }) =>
  isImage(document) ? (
    <DocumentPicture path={path} name={formatDocument(document.kind, document.side)} />
  ) : (
    <p className={styles.file}>
      PDF files aren’t displayed here. Download the file to view it, and delete it after your
      review.{' '}
      <a className="link" href={path} download>
        Download the PDF ({formatFileSize(document.bytes)})
      </a>
    </p>
  )
