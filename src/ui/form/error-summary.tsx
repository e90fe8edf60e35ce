import { type MouseEvent, useEffect, useRef } from 'react'
import styles from './error-summary.module.css'
import type { FormError } from './form-errors.ts'

/** Prefixes the page's title with 'Error: ' while something is wrong. */
export function useErrorTitle(wrong: boolean) {
  useEffect(() => {
    if (!wrong) return

    const title = document.title
    if (!title.startsWith('Error: ')) document.title = `Error: ${title}`
    return () => {
      document.title = document.title.replace(/^Error: /, '')
    }
  }, [wrong])
}

function focusField(event: MouseEvent<HTMLAnchorElement>, field: string) {
  const control = document.getElementById(field)
  if (!control) return
  event.preventDefault()
  control.focus()
  control.scrollIntoView({ block: 'center' })
}

/**
 * Returns the label of a field, or the legend of its group; errors exist only after the fields have
 * rendered.
 */
const findLabel = (field: string) => {
  const label = document.querySelector(`label[for="${CSS.escape(field)}"]`)
  const legend = document.getElementById(field)?.closest('fieldset')?.querySelector('legend')
  return (label ?? legend)?.firstChild?.textContent?.replace(/[.:]$/, '')
}

function formatErrorText(field: string, message: string, errors: readonly FormError[]): string {
  const isShared = errors.filter((one) => one.message === message).length > 1
  const label = isShared && findLabel(field)
  if (!label) return message

  return label.endsWith('?') ? `${label} ${message}` : `${label}: ${message}`
}

type Props = {
  errors: readonly FormError[]
  /** The errors of the last attempt; the focus goes to the summary when they change. */
  failed: readonly FormError[]
}

/**
 * Lists the errors and links to each field that the page has. Equal messages show the field's
 * label. `Form` renders it.
 */
export function ErrorSummary({ errors, failed }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useErrorTitle(errors.length > 0)

  const summary = failed.map(({ field, message }) => `${field} ${message}`).join('\n')
  useEffect(() => {
    if (summary) box.current?.focus()
  }, [summary])

  if (errors.length === 0) return null

  return (
    <div className={styles.box} role="alert" tabIndex={-1} ref={box}>
      <h2>There is a problem</h2>
      <ul>
        {errors.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            {field && isOnPage(field) ? (
              <a href={`#${field}`} onClick={(event) => focusField(event, field)}>
                {formatErrorText(field, message, errors)}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * Returns whether the page has a field. On the server the fields of a form are taken to be there.
 */
const isOnPage = (field: string): boolean =>
  typeof document === 'undefined' || document.getElementById(field) !== null
