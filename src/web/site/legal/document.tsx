import type { ReactNode } from 'react'
import { PageTitle, useHouse } from '#modules/settings/components/house.tsx'
import { Wrap } from '#ui/layout/site-frame.tsx'
import styles from './document.module.css'

export type Clause = { id: string; title: string; text: ReactNode }

type Props = { title: string; version: string; summary: ReactNode; clauses: readonly Clause[] }

/** A legal text: what it comes down to, contents, clauses, and the version that a member's consent names. */
export function LegalDocument({ title, version, summary, clauses }: Props) {
  const { mode } = useHouse()
  return (
    <Wrap>
      <PageTitle>{title}</PageTitle>
      <article className={styles.page}>
        <header>
          <h1>{title}</h1>
          <p className="muted">
            Version {version}
            {mode === 'sandbox' && '. Sample text for the sandbox: an operator replaces it with a lawyer’s.'}
          </p>
          <div className={styles.summary}>{summary}</div>
        </header>
        <nav aria-label="Contents" className={styles.contents}>
          <ol>
            {clauses.map((clause) => (
              <li key={clause.id}>
                <a className="link" href={`#${clause.id}`}>
                  {clause.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        {clauses.map((clause) => (
          <section key={clause.id} id={clause.id} className={styles.clause}>
            <h2>{clause.title}</h2>
            <p>{clause.text}</p>
          </section>
        ))}
      </article>
    </Wrap>
  )
}
