import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { Button } from '../actions/button.tsx'
import { joinClasses } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { uploadSimple } from '../icons.ts'
import { CameraButton, type CameraFacing } from './camera-button.tsx'
import { Chosen, type Sending } from './chosen-file.tsx'
import { FieldMessage } from './field.tsx'
import styles from './file-drop.module.css'
import { type FileRules, findFileError } from './file-rules.ts'
import { useFieldError } from './form-errors.ts'

type Props = {
  name: string
  label: ReactNode
  hint?: ReactNode
  rules: FileRules
  file: File | null
  onFile: (file: File | null) => void
  error?: string | undefined
  /** Next to the file's name: 'Added', 'Sent'. */
  status?: string | undefined
  /** Set while the file is being uploaded. */
  sending?: Sending | undefined
  /** Set where a phone’s camera is the main way to give the file; nothing can be pasted then. */
  camera?: CameraFacing | undefined
}

/** Takes files pasted anywhere on the page, such as a screenshot. */
function usePastedFile(take: (file: File) => void, accepts: boolean) {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0]
    if (!file) return
    event.preventDefault()
    take(file)
  })

  useEffect(() => {
    if (!accepts) return

    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [accepts])
}

/**
 * Renders a field for one file: dropped, pasted, chosen, or photographed on a phone. A rejected
 * file shows the reason and leaves none chosen. During an upload it can only be cancelled.
 */
export function FileDrop(props: Props) {
  const { name, label, hint, rules, file, onFile, error, status = 'Added', sending, camera } = props
  const [rejection, setRejection] = useState<string | null>(null)
  const fieldError = useFieldError(name)
  const take = (next: File) => {
    if (sending) return
    const reason = findFileError(next, rules)
    setRejection(reason)
    onFile(reason ? null : next)
  }

  usePastedFile(take, !camera)

  const zone = useFileZone(rules, take)
  const wrong = error ?? rejection ?? fieldError
  const state = getZoneState(zone, Boolean(wrong))

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
          className: joinClasses(styles.zone, styles[state]),
          role: undefined,
          tabIndex: undefined,
        })}
        data-state={file && state === 'idle' ? 'accepted' : state}
      >
        <input
          {...zone.getInputProps({ name, 'aria-labelledby': `${name}-label` })}
          className="visually-hidden"
          style={undefined}
        />
        <Icon glyph={uploadSimple} className={styles.big} />
        <p className={joinClasses(Boolean(camera) && styles.prompt)}>
          {sending ? 'Uploading your file...' : (camera ? TEXT_BY_CAMERA : TEXT)[state]}
        </p>
        {!sending && (
          <Choosers
            id={name}
            label={file ? 'Choose another file' : 'Choose file'}
            describedBy={wrong ? `${name}-error` : `${name}-label`}
            onOpen={zone.open}
            onPhoto={take}
            camera={camera}
          />
        )}
      </div>
      <p className="visually-hidden" role="status">
        {file ? `File ${file.name} selected successfully!` : ''}
      </p>
      {file && (
        <Chosen file={file} status={status} sending={sending} onRemove={() => onFile(null)} />
      )}
    </div>
  )
}

const useFileZone = (rules: Props['rules'], take: (file: File) => void) =>
  useDropzone({
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

function getZoneState(
  { isDragReject, isDragActive }: { isDragReject: boolean; isDragActive: boolean },
  isWrong: boolean,
): keyof typeof TEXT {
  if (isDragReject) return 'rejected'
  if (isDragActive) return 'active'
  return isWrong ? 'rejected' : 'idle'
}

const TEXT = {
  idle: 'Drag and drop a file, paste a screenshot or choose a file.',
  active: 'Drop your file here.',
  rejected: 'Drag and drop another file, paste a screenshot or choose a file.',
}

const TEXT_BY_CAMERA = {
  idle: 'Drag and drop a file, or choose one.',
  active: TEXT.active,
  rejected: 'Drag and drop another file, or choose one.',
}

type ChoosersProps = {
  id: string
  label: string
  describedBy: string
  onOpen: () => void
  onPhoto: (file: File) => void
  camera: CameraFacing | undefined
}

const Choosers = ({ id, label, describedBy, onOpen, onPhoto, camera }: ChoosersProps) => (
  <>
    {camera && <CameraButton facing={camera} onFile={onPhoto} className={styles.choose} />}
    <Button
      size="sm"
      id={id}
      aria-describedby={describedBy}
      onClick={onOpen}
      className={styles.choose}
    >
      {label}
    </Button>
    {!camera && <CameraButton onFile={onPhoto} className={styles.choose} />}
  </>
)
