import { useEffect, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Progress } from '#ui/figures/progress.tsx'
import { CameraButton } from '#ui/form/camera-button.tsx'
import { FieldMessage } from '#ui/form/field.tsx'
import { formatFileSize } from '#ui/form/file-rules.ts'
import { FormActions } from '#ui/form/form.tsx'
import { Icon } from '#ui/icon.tsx'
import { filePdf } from '#ui/icons.ts'
import styles from './document-preview.module.css'
import type { DocumentSlot } from './document-slots.tsx'
import type { DocumentUpload } from './use-document-upload.tsx'

type Props = {
  slot: DocumentSlot
  file: File
  error: string | undefined
  sending: DocumentUpload | null
  onChoose: (file: File | null) => void
  onSend: () => void
}

/** Shows a chosen file before it is uploaded, and its progress after that. */
export function DocumentPreview({ slot, file, error, sending, onChoose, onSend }: Props) {
  return (
    <div className={styles.preview}>
      <Picture key={`${file.name}/${file.lastModified}/${file.size}`} slot={slot} file={file} />
      {error && (
        <div role="alert">
          <FieldMessage id={`${slot.name}-error`}>{error}</FieldMessage>
        </div>
      )}
      {sending ? (
        <Sent slot={slot} sending={sending} />
      ) : (
        <FormActions>
          <Button
            variant="primary"
            id={slot.name}
            onClick={onSend}
            aria-describedby={`${slot.name}-label`}
          >
            {error ? 'Try again' : 'Upload'}
          </Button>
          <CameraButton label="Retake" facing={slot.camera} onFile={onChoose} />
          <Button size="sm" onClick={() => onChoose(null)}>
            Choose another
          </Button>
        </FormActions>
      )}
    </div>
  )
}

/** Fewer pixels on the shorter side are hard to read. */
const READABLE_PIXELS = 600

function describePicture(image: HTMLImageElement, wide: boolean | undefined): string | null {
  const { naturalWidth: width, naturalHeight: height } = image
  if (Math.min(width, height) < READABLE_PIXELS)
    return (
      `This picture is small (${width} by ${height} pixels). ` +
      'Check that every word is readable.'
    )

  return wide && height > width
    ? 'This picture is upright. Turn your phone sideways, so that the document fills the picture.'
    : null
}

function Picture({ slot, file }: Pick<Props, 'slot' | 'file'>) {
  const [url, setUrl] = useState<string | null>(null)
  const [hint, setHint] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  if (file.type === 'application/pdf')
    return (
      <p className={styles.pdf}>
        <Icon glyph={filePdf} /> {file.name}, {formatFileSize(file.size)}
      </p>
    )

  return (
    <>
      <div className={styles.frame}>
        {url && (
          <img
            src={url}
            alt={`Preview: ${slot.label}`}
            onLoad={({ currentTarget }) => setHint(describePicture(currentTarget, slot.wide))}
            onError={() =>
              setHint('Your browser can’t show this picture. You can still upload it.')
            }
          />
        )}
      </div>
      <p className={styles.hint} role="status">
        {hint ?? 'Is it sharp, complete and easy to read?'}
      </p>
    </>
  )
}

const PERCENT = 100

/** Shows how much was sent, or that the upload waits for the connection. */
function Sent({ slot, sending: { share, isLost, onCancel } }: SentProps) {
  const percent = Math.floor(share * PERCENT)
  const text = isLost
    ? 'The connection was lost. Your file is still here: we send it again automatically.'
    : percent < PERCENT
      ? `Uploading, ${percent}%`
      : 'Encrypting and storing...'

  return (
    <div className={styles.sending}>
      <Progress label={`Upload of ${slot.label}`} value={percent} max={PERCENT} />
      <p role={isLost ? 'alert' : undefined}>{text}</p>
      <Button size="sm" id={slot.name} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

type SentProps = { slot: DocumentSlot; sending: DocumentUpload }
