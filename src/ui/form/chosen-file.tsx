import { useEffect, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { IconButton } from '../actions/icon-button.tsx'
import { Progress } from '../figures/progress.tsx'
import { Icon } from '../icon.tsx'
import { fileImage, filePdf, trash } from '../icons.ts'
import { Tag } from '../status/tag.tsx'
import styles from './file-drop.module.css'
import { formatFileSize } from './file-rules.ts'

/** An upload in progress: the fraction sent, from 0 to 1, and how to cancel it. */
export type Sending = { share: number; onCancel: () => void }

/** Renders the preview of a picture. */
function Thumb({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file.type.startsWith('image/')) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  return (
    <span className={styles.thumb}>
      {url ? (
        <img src={url} alt="" />
      ) : (
        <Icon glyph={file.type === 'application/pdf' ? filePdf : fileImage} />
      )}
    </span>
  )
}

type ChosenProps = {
  file: File
  status: string
  sending: Sending | undefined
  onRemove: () => void
}

/** Renders the chosen file with its actions. */
export function Chosen({ file, status, sending, onRemove }: ChosenProps) {
  return (
    <div className={styles.file}>
      <Thumb key={`${file.name}/${file.lastModified}`} file={file} />
      <div className={styles.name}>
        <b>{file.name}</b>
        <span>{formatFileSize(file.size)}</span>
      </div>
      {sending ? (
        <OnItsWay {...sending} />
      ) : (
        <>
          <Tag tone="ok">{status}</Tag>
          <IconButton glyph={trash} label={`Remove ${file.name}`} onClick={onRemove} />
        </>
      )}
    </div>
  )
}

const PERCENT = 100

function OnItsWay({ share, onCancel }: Sending) {
  const percent = Math.floor(share * PERCENT)
  return (
    <>
      <Tag tone="progress">{percent < PERCENT ? `Uploading, ${percent}%` : 'Checking'}</Tag>
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
      <div className={styles.sent}>
        <Progress label="Upload" value={percent} max={PERCENT} />
      </div>
    </>
  )
}
