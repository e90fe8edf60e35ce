import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { Button } from '../actions/button.tsx'
import { IconButton } from '../actions/icon-button.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { fileImage, filePdf, trash, uploadSimple } from '../icons.ts'
import { Tag } from '../status/tag.tsx'
import { FieldMessage } from './field.tsx'
import styles from './file-drop.module.css'
import { type FileRules, refusalOf, sizeText } from './file-rules.ts'
import { useFieldError } from './form-errors.ts'

type Props = {
  name: string
  label: ReactNode
  hint?: ReactNode
  rules: FileRules
  file: File | null
  onFile: (file: File | null) => void
  error?: string | undefined
  /** Beside the file's name once it is there: 'Added', 'Uploading, 40%'. */
  status?: string | undefined
}

/** Files pasted anywhere on the page, such as a screenshot. */
function usePastedFile(take: (file: File) => void) {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0]
    if (!file) return
    event.preventDefault()
    take(file)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}

/** One file: dropped, pasted or chosen. Says why one was refused and what was taken; a refused one leaves none. */
export function FileDrop({ name, label, hint, rules, file, onFile, error, status = 'Added' }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const fieldError = useFieldError(name)
  const take = (next: File) => {
    const reason = refusalOf(next, rules)
    setRefusal(reason)
    onFile(reason ? null : next)
  }
  usePastedFile(take)
  const zone = useDropzone({
    accept: rules.types,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    onDrop: (accepted, rejected) => {
      const next = accepted[0] ?? rejected[0]?.file
      if (next) take(next)
    },
  })
  const wrong = error ?? refusal ?? fieldError
  const state = zone.isDragReject ? 'rejected' : zone.isDragActive ? 'active' : wrong ? 'rejected' : 'idle'
  return (
    <div className={styles.field}>
      <b className={styles.label} id={`${name}-label`}>
        {label}
      </b>
      {hint && <p className={styles.hint}>{hint}</p>}
      {wrong && (
        <div role="alert">
          <FieldMessage id={`${name}-error`}>{wrong}</FieldMessage>
        </div>
      )}
      <div
        {...zone.getRootProps({
          className: classes(styles.zone, styles[state]),
          role: undefined,
          tabIndex: undefined,
        })}
        data-state={file ? 'accepted' : state}
      >
        <input
          {...zone.getInputProps({ name, 'aria-labelledby': `${name}-label` })}
          className="visually-hidden"
          style={undefined}
        />
        <Icon glyph={uploadSimple} className={styles.big} />
        <p>{TEXT[state]}</p>
        <Button
          size="sm"
          id={name}
          aria-describedby={wrong ? `${name}-error` : `${name}-label`}
          onClick={zone.open}
          className={styles.choose}
        >
          {file ? 'Choose another' : 'Choose file'}
        </Button>
      </div>
      <p className="visually-hidden" role="status">
        {file ? `File ${file.name} selected successfully!` : ''}
      </p>
      {file && <Chosen file={file} status={status} onRemove={() => onFile(null)} />}
    </div>
  )
}

const TEXT = {
  idle: 'Drop a file here, paste a screenshot, or choose one.',
  active: 'Let go to add this file.',
  rejected: 'Drop another file here, paste a screenshot, or choose one.',
}

type ChosenProps = { file: File; status: string; onRemove: () => void }

function Chosen({ file, status, onRemove }: ChosenProps) {
  return (
    <div className={styles.file}>
      <span className={styles.thumb}>
        <Icon glyph={file.type === 'application/pdf' ? filePdf : fileImage} />
      </span>
      <div className={styles.name}>
        <b>{file.name}</b>
        <span>{sizeText(file.size)}</span>
      </div>
      <Tag tone="ok">{status}</Tag>
      <IconButton glyph={trash} label={`Remove ${file.name}`} onClick={onRemove} />
    </div>
  )
}
