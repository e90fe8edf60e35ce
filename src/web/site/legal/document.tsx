import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { formatPeriod } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { formatCalendarDay } from '#ui/figures/when.tsx'
import { Wrap } from '#ui/layout/site-frame.tsx'
import { appContext } from '../../context.ts'
import { buildSiteMeta } from '../meta.ts'
import { Blocks, Pieces } from './blocks.tsx'
import styles from './document.module.css'
import { LEGAL_PAGES } from './pages.ts'
import { readDocument } from './plain-document.ts'
import { TEMPLATES } from './texts.ts'

/** A legal page is text only and needs no script. */
export const handle = { enhancement: 'none' }

const getLegalPage = (pathname: string) => {
  const page = LEGAL_PAGES.find(({ name }) => pathname.replace(/\/$/, '').endsWith(`/${name}`))
  invariant(page, 'routes.ts names the legal pages')
  return page
}

export const meta = buildSiteMeta

const VERSIONED = { terms: 'terms', 'risk-disclosure': 'riskDisclosure' } as const

/**
 * Loads the operator's text, or the template, with the operator's details; its version is the one
 * that consent refers to.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { db, config } = context.get(appContext)
  const { name } = getLegalPage(new URL(request.url).pathname.replace(/\.data$/, ''))
  const operator = await getSetting(db, config, 'operator')
  const { statedHours } = await getSetting(db, config, 'withdrawals')
  const retention = await getSetting(db, config, 'retention')
  const legal = await getSetting(db, config, 'legal')
  const facts = {
    ...operator,
    brand: config.brand.name ?? operator.legalName,
    site: config.PUBLIC_URL,
    phone: config.brand.phone ?? 'none',
    statedHours: String(statedHours),
    proofDays: String(retention.proofDays),
    messageDays: String(retention.messageDays),
    notificationDays: String(retention.notificationDays),
    proofPeriod: formatPeriod(retention.proofDays),
    identityPeriod: formatPeriod(retention.identityDays),
    messagePeriod: formatPeriod(retention.messageDays),
    notificationPeriod: formatPeriod(retention.notificationDays),
  }

  const own = config.brand.texts[name]
  const read = readDocument(own ?? TEMPLATES[name] ?? '', facts)
  const consented = VERSIONED[name as keyof typeof VERSIONED]
  const template = own === undefined && config.MODE === 'sandbox'

  return { ...read, version: consented ? legal[consented] : read.version, template }
}

export default function LegalDocument() {
  const { title, version, summary, clauses, template } = useLoaderData<typeof loader>()
  return (
    <Wrap className={styles.page}>
      <nav aria-label="Contents" className={styles.contents}>
        <h2>Contents</h2>
        <ol>
          {clauses.map((clause) => (
            <li key={clause.id}>
              <a href={`#${clause.id}`}>{clause.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <article className={styles.text}>
        <header>
          <h1>{title}</h1>
          <p className={styles.version}>
            {version && (
              <>
                Version dated{' '}
                {/^\d{4}-\d\d-\d\d$/.test(version) ? formatCalendarDay(version) : version}.{' '}
              </>
            )}
            {template && (
              <b>
                Sandbox template. The operator must replace it with a lawyer’s text before going
                live.
              </b>
            )}
          </p>
          <div className={styles.summary} id="summary">
            <Blocks blocks={summary} />
          </div>
        </header>
        {clauses.map((clause) => (
          <section key={clause.id} id={clause.id} className={styles.clause}>
            <h2>{clause.title}</h2>
            {clause.gist && (
              <p className={styles.gist}>
                <Pieces pieces={clause.gist} />
              </p>
            )}
            <Blocks blocks={clause.blocks} />
          </section>
        ))}
      </article>
    </Wrap>
  )
}
