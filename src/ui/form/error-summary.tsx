import { type MouseEvent, useEffect, useRef, useState } from 'react'
import styles from './error-summary.module.css'
import type { FormError } from './form-errors.ts'

/** Starts the page's title with 'Error: ' while something is wrong. */
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

function goToField(event: MouseEvent<HTMLAnchorElement>, field: string) {
  const control = document.getElementById(field)
  if (!control) return
  event.preventDefault()
  control.focus()
  control.scrollIntoView({ block: 'center' })
}

/** What stands before the control of a field, where it has a label of its own. */
const labelOf = (field: string) =>
  document.querySelector(`label[for="${CSS.escape(field)}"]`)?.firstChild?.textContent ?? undefined

type Props = { errors: readonly FormError[]; title?: string }

/**
 * Lists what is wrong, takes the focus when that changes, and links to each field; where the same is wrong with several, their
 * labels tell them apart. `Form` draws it by itself.
 */
export function ErrorSummary({ errors, title = 'There is a problem' }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useErrorTitle(errors.length > 0)
  const said = errors.map(({ field, message }) => `${field} ${message}`).join('\n')
  const [labels, setLabels] = useState<ReadonlyMap<string, string | undefined>>(new Map())
  useEffect(() => {
    if (said) box.current?.focus()
    setLabels(new Map(errors.map(({ field = '' }) => [field, labelOf(field)])))
  }, [said, errors])
  const textOf = ({ field = '', message }: FormError) => {
    const label = labels.get(field)
    const isShared = errors.filter((one) => one.message === message).length > 1
    return label && isShared ? `${label}: ${message}` : message
  }
  if (errors.length === 0) return null
  return (
    <div className={styles.box} role="alert" tabIndex={-1} ref={box}>
      <h2>{title}</h2>
      <ul>
        {errors.map((error) => {
          const { field, message } = error
          return (
            <li key={`${field} ${message}`}>
              {field ? (
                <a href={`#${field}`} onClick={(event) => goToField(event, field)}>
                  {textOf(error)}
                </a>
              ) : (
                message
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
