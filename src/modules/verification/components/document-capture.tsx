import { useEffect, useRef } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { FileDrop } from '#ui/form/file-drop.tsx'
import { DOCUMENT_FILES, formatFileSize } from '#ui/form/file-rules.ts'
import { Icon } from '#ui/icon.tsx'
import { fileImage, filePdf } from '#ui/icons.ts'
import { Tag } from '#ui/status/tag.tsx'
import { type MemberLevel, type UploadedDocument, verificationCalls } from './calls.tsx'
import styles from './document-capture.module.css'
import { DocumentPreview } from './document-preview.tsx'
import { type DocumentSlot, findUploaded, isSentBack } from './document-slots.tsx'
import { useDocumentUpload } from './use-document-upload.tsx'
import { useStoredAnswer, useVerificationAction } from './use-verification-action.tsx'

type Props = {
  level: MemberLevel
  verificationId: string
  slot: DocumentSlot
  /** Reads the code of the day again. */
  renewCode: () => Promise<unknown>
}

/** Moves the focus to the control of a place when the one that had it is gone. */
function useFocusOnChange(id: string, state: string) {
  const shown = useRef(state)
  useEffect(() => {
    if (shown.current === state) return

    shown.current = state
    if (document.activeElement === document.body) document.getElementById(id)?.focus()
  }, [id, state])
}

/** Takes one document: chosen, dropped or photographed, looked at, uploaded, replaced. */
export function DocumentCapture({ level, verificationId, slot, renewCode }: Props) {
  const uploaded = findUploaded(level, slot)
  const { file, error, sending, choose, send } = useDocumentUpload(
    verificationId,
    slot,
    () => void renewCode(),
  )

  const state = sending ? 'sending' : file ? 'chosen' : uploaded ? 'uploaded' : 'empty'
  useFocusOnChange(slot.name, state)

  if (!file && !uploaded)
    return (
      <FileDrop
        name={slot.name}
        label={<SlotLabel slot={slot} isAgain={isSentBack(level, slot)} />}
        hint={slot.hint}
        rules={DOCUMENT_FILES}
        camera={slot.camera}
        file={null}
        error={error}
        onFile={(next) => void choose(next)}
      />
    )

  return (
    <div>
      <b className={styles.label} id={`${slot.name}-label`}>
        <SlotLabel slot={slot} isAgain={isSentBack(level, slot)} />
      </b>
      {file ? (
        <DocumentPreview
          slot={slot}
          file={file}
          error={error}
          sending={sending}
          onChoose={(next) => void choose(next)}
          onSend={() => void send()}
        />
      ) : (
        uploaded && <Uploaded slot={slot} document={uploaded} renewCode={renewCode} />
      )}
    </div>
  )
}

type SlotLabelProps = { slot: DocumentSlot; isAgain: boolean }

const SlotLabel = ({ slot: { label, optional }, isAgain }: SlotLabelProps) => (
  <>
    {label}
    {isAgain && (
      <>
        {' '}
        <Tag tone="wait">Send again</Tag>
      </>
    )}
    {optional && <span className={styles.optional}> (optional)</span>}
  </>
)

type UploadedProps = Pick<Props, 'slot' | 'renewCode'> & { document: UploadedDocument }

/** Shows a document that was uploaded, on this device or another, until it is removed. */
function Uploaded({ slot, document, renewCode }: UploadedProps) {
  const { _id, kind, uploadedAt, mediaType, bytes } = document
  const display = useStoredAnswer()
  const { pending, press } = useVerificationAction(async () => {
    display(await verificationCalls.remove.call({ id: _id }))
    if (kind === 'photo_with_code') await renewCode()
  })

  return (
    <div className={styles.uploaded}>
      <Icon glyph={mediaType === 'application/pdf' ? filePdf : fileImage} className={styles.icon} />
      <p className={styles.facts}>
        <When at={uploadedAt} />, {formatFileSize(bytes)}
      </p>
      <Tag tone="ok">Uploaded</Tag>
      <Button
        size="sm"
        id={slot.name}
        pending={pending}
        pendingLabel="Removing..."
        onClick={() => void press()}
        aria-label={`Remove and replace: ${slot.label}`}
      >
        Remove and replace
      </Button>
    </div>
  )
}
