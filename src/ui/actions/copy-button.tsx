import { useEffect, useState } from 'react'
import { Icon } from '../icon.tsx'
import { check, copy } from '../icons.ts'
import { Button } from './button.tsx'
import styles from './copy-button.module.css'

const SHOWN_MS = 3000

type CopyProps = {
  /** What lands on the clipboard. */
  text: string
  label?: string | undefined
  /** Tells whether it worked, for a toast. */
  onCopied?: ((worked: boolean) => void) | undefined
}

/** Copies, and answers whether the text says 'Copied!' just now. */
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

/** Copies `text` and says 'Copied!' for 3 s, aloud too. */
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

/** A line of text in a frame with its Copy button: a link, a key. */
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
