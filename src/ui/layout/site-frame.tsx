import type { ReactNode } from 'react'
import { joinClasses } from '../classes.ts'
import { SiteBar } from './site-bar.tsx'
import { SiteFooter, type SiteFooterProps } from './site-footer.tsx'
import styles from './site-frame.module.css'
import type { SiteBarProps } from './site-links.ts'
import { SkipLink } from './skip-link.tsx'
import { MarkStrip, RiskStrip } from './strips.tsx'
import { Wrap } from './wrap.tsx'

export { Wrap }

export type SiteFrameProps = SiteBarProps &
  Omit<SiteFooterProps, 'brand'> & {
    /** The sandbox mark: 'Sandbox: all money here is simulated'. */
    mark?: ReactNode
    /** The risk warning above everything. */
    risk: ReactNode
    children: ReactNode
  }

/** Renders the frame of every public page: strips, top bar, content, help banner, footer. */
export function SiteFrame({
  mark,
  risk,
  children,
  help,
  tagline,
  columns,
  warning,
  legal,
  ...bar
}: SiteFrameProps) {
  return (
    <>
      <SkipLink />
      {mark && <MarkStrip>{mark}</MarkStrip>}
      <RiskStrip>{risk}</RiskStrip>
      <SiteBar {...bar} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <SiteFooter {...{ brand: bar.brand, help, tagline, columns, warning, legal }} />
    </>
  )
}

type SectionProps = {
  tone?: 'paper' | 'paper-2' | 'surface' | 'deep'
  title?: ReactNode
  lead?: ReactNode
  id?: string
  children?: ReactNode
}

/**
 * Renders a section of a public page: a heading in the display face, a lead next to it, content.
 */
export function Section({ tone = 'paper', title, lead, id, children }: SectionProps) {
  return (
    <section id={id} className={joinClasses(styles.section, styles[tone])}>
      <Wrap>
        {(title || lead) && (
          <header className={styles.head}>
            {title && <h2>{title}</h2>}
            {lead && <p>{lead}</p>}
          </header>
        )}
        {children}
      </Wrap>
    </section>
  )
}
