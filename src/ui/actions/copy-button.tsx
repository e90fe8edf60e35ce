import { useEffect, useState } from 'react'
import { Icon } from '../icon.tsx'
import { check, copy } from '../icons.ts'
import { Button } from './button.tsx'
import styles from './copy-button.module.css'

const SHOWN_MS = 3000

type CopyProps = {
  /** The text written to the clipboard. */
  text: string
  label?: string | undefined
  /** Called with whether copying worked, for a toast. */
  onCopied?: ((worked: boolean) => void) | undefined
}

/** Returns a function that copies `text`, and whether to display 'Copied!' at the moment. */
function useCopy(text: string, onCopied: CopyProps['onCopied']) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const run = async () => {
    const worked = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    setCopied(worked)
    onCopied?.(worked)
  }

  return { copied, run }
}

/** Renders a button that copies `text` and displays and announces 'Copied!' for 3 s. */
export function CopyButton({
  text,
  label = 'Copy',
  onCopied,
  ...buttonProps
}: CopyProps & { size?: 'sm' | 'md' }) {
  const { copied, run } = useCopy(text, onCopied)
  return (
    <>
      <Button
        size="sm"
        {...buttonProps}
        icon={copied ? check : copy}
        className={styles.button}
        onClick={run}
      >
        {copied ? 'Copied!' : label}
      </Button>
      <span className="visually-hidden" role="status">
        {copied ? 'Copied!' : ''}
      </span>
    </>
  )
}

/** Renders a framed line of text with a Copy button, for a link or a key. */
export function CopyLine({
  text,
  shown = text,
  label = 'Copy',
  onCopied,
}: CopyProps & { shown?: string }) {
  const { copied, run } = useCopy(text, onCopied)
  return (
    <div className={styles.line}>
      <code>{shown}</code>
      <button type="button" onClick={run}>
        <Icon glyph={copied ? check : copy} />
        <span role="status">{copied ? 'Copied!' : label}</span>
      </button>
    </div>
  )
}
