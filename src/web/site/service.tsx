import { data, type LoaderFunctionArgs, useLocation } from 'react-router'
import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { warning } from '#ui/icons.ts'
import { Section } from '#ui/layout/site-frame.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { appContext } from '../context.ts'
import { findService, type Service } from './copy/services.ts'
import { Close } from './home/close.tsx'
import { buildSiteMeta } from './meta.ts'
import { PageHero } from './parts/page-hero.tsx'
import { RiskMeter } from './parts/risk-meter.tsx'
import styles from './service.module.css'
import { getSiteOffer } from './site-offer.ts'

const getService = (pathname: string) => findService(pathname.replace(/\/$/, '')) as Service

/** Responds with a 404 for a service that the operator doesn't offer. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const { services } = getSiteOffer(context.get(appContext).config)
  const path = new URL(request.url).pathname.replace(/(\.data|\/)$/, '')
  if (services && !services.includes(path)) throw data(null, { status: 404 })
  return null
}

export const meta = buildSiteMeta

/**
 * Renders one asset class: what it is, how it earns, what can go wrong, what it costs and how to
 * withdraw.
 */
export default function ServicePage() {
  const service = getService(useLocation().pathname)
  const { mode } = useSiteConfig()
  return (
    <>
      <PageHero
        title={service.title}
        lead={service.lead}
        scene={service.scene}
        aside={
          <span className={styles.aside}>
            <RiskMeter risk={service.risk} />
            {mode === 'sandbox' && <Tag tone="neutral">Sample text</Tag>}
          </span>
        }
      >
        <p className={styles.risk}>
          <Icon glyph={warning} /> Your money is at risk. You may get back less than you invest, and
          returns are not guaranteed.
        </p>
        <ButtonLink to="/signup" variant="primary" size="lg">
          Create account
        </ButtonLink>
      </PageHero>
      <Section id="about" title="What it is">
        <div className={styles.about}>
          {service.about.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </Section>
      <Section tone="surface">
        <div className={styles.columns}>
          <Points title="How it makes money" points={service.earns} />
          <Points title="What can go wrong" points={service.wrong} caution />
          <Points title="Fees" points={service.costs} />
          <Points title="How quickly you can withdraw" points={[service.leaving]} />
        </div>
        <Plans family={service.family} />
      </Section>
      <Close />
    </>
  )
}

/** Renders a link to the plans that invest in it, or to all plans. */
const Plans = ({ family }: { family: Service['family'] }) => (
  <p className={styles.plans}>
    {family
      ? 'Plans based on this asset show their target, term and monthly results.'
      : 'No current plan invests only in this asset class.'}{' '}
    <TextLink to={family ? `/plans#${family}` : '/plans'} arrow>
      {family ? 'View these plans' : 'View all plans'}
    </TextLink>
  </p>
)

type PointsProps = { title: string; points: readonly string[]; caution?: boolean }

const Points = ({ title, points, caution }: PointsProps) => (
  <section className={styles.points} data-caution={caution || undefined}>
    <h2>
      {caution && <Icon glyph={warning} />}
      {title}
    </h2>
    <ul>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  </section>
)
