import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { formatUsd } from '#lib/money.ts'
import { type Campaign, computeCampaignEnd, isEndingSoon } from '#modules/campaigns/model.ts'
import { findPublicCampaign } from '#modules/campaigns/queries.ts'
import { listPublishedPlans } from '#modules/plans/queries.ts'
import { useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { getSetting } from '#modules/settings/queries.ts'
import { listPublished } from '#modules/testimonials/queries.ts'
import { getTransparencyReport } from '#modules/transparency/queries.ts'
import type { App } from '#platform/app.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { TextLink } from '#ui/actions/text-link.tsx'
import { HeroCarousel } from '#ui/layout/hero-carousel.tsx'
import { Section } from '#ui/layout/site-frame.tsx'
import { appContext } from '../context.ts'
import { SAMPLE_TESTIMONIALS, type Testimonial } from './copy/home.ts'
import { listOfferedServices } from './copy/services.ts'
import type { Banner } from './home/campaign-banner.tsx'
import { Close } from './home/close.tsx'
import { GoodPlan } from './home/good-plan.tsx'
import styles from './home/hero.module.css'
import { LetUsWork } from './home/let-us-work.tsx'
import { OpenBooksStrip } from './home/open-books-strip.tsx'
import { Purpose } from './home/purpose.tsx'
import { TestimonialCarousel } from './home/testimonials.tsx'
import { Why } from './home/why.tsx'
import { buildSiteMeta } from './meta.ts'
import { SampleNote } from './parts/facts.tsx'
import { formatFamily } from './parts/income-sheet.tsx'
import { ServiceList } from './parts/service-list.tsx'
import { getSiteOffer } from './site-offer.ts'

const SLIDES_EVERY_MS = 10_000

export const meta = buildSiteMeta

/** Loads the figures of the home page; it only reads. */
export async function loader({ context }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  const { owed, held, chainHead, frozen, readAt, plans: results } = await getTransparencyReport(app)
  const plans = await listPublishedPlans(app.db, app.clock.today())
  const { walletCoolDownHours } = await getSetting(app.db, app.config, 'withdrawals')
  const sandbox = app.config.MODE === 'sandbox'

  return {
    sandbox,
    plans,
    results,
    walletCoolDownHours,
    report: { owed, held, chainHead, frozen, readAt },
    campaign: await loadBanner(app),
    purposes: getSiteOffer(app.config).purposes,
    ...(await loadTestimonials(app)),
  }
}

/** Loads the published testimonials; in the sandbox marked samples as long as there are none. */
async function loadTestimonials(
  app: App,
): Promise<{ testimonials: readonly Testimonial[]; samples: boolean }> {
  const published = await listPublished(app.db)
  const testimonials = published.map(({ text, shownName, shownAs, mark }) => ({
    name: shownName,
    feedback: text,
    job: shownAs,
    img: mark,
  }))

  const samples = app.config.MODE === 'sandbox' && testimonials.length === 0
  return { testimonials: samples ? SAMPLE_TESTIMONIALS : testimonials, samples }
}

async function loadBanner(app: App): Promise<Banner | null> {
  const today = app.clock.today()
  const campaign: Campaign | null = await findPublicCampaign(app.db, app.config, today)
  if (!campaign) return null

  const { code, name, text, amount, endsOn } = campaign
  const left =
    computeCampaignEnd(campaign).getTime() -
    Date.parse(`${today}T${app.clock.now().toISOString().slice(11)}`)

  return {
    code,
    name,
    text,
    amount,
    endsOn,
    leftMs: isEndingSoon(campaign, today) ? left : null,
  }
}

export default function Home() {
  const site = useSiteConfig()
  const services = listOfferedServices(site.services)
  const {
    report,
    plans,
    results,
    campaign,
    sandbox,
    purposes,
    testimonials,
    samples,
    walletCoolDownHours,
  } = useLoaderData<typeof loader>()

  const minimum = plans.reduce<bigint | null>(
    (low, { minAmount }) => (low === null || minAmount < low ? minAmount : low),
    null,
  )

  return (
    <>
      <HeroCarousel label={`What ${site.brand} does`} slides={SLIDES} everyMs={SLIDES_EVERY_MS} />
      <OpenBooksStrip report={report} sandbox={sandbox} />
      <Purpose offered={purposes} sandbox={sandbox} />
      <LetUsWork plans={results} sandbox={sandbox} />
      <GoodPlan plans={plans} results={results} campaign={campaign} />
      <Why
        coolDownHours={walletCoolDownHours}
        families={[...new Set(plans.map(({ family }) => formatFamily(family)))]}
        from={minimum === null ? null : formatUsd(minimum)}
      />
      <TestimonialCarousel testimonials={testimonials} samples={samples} />
      {services.length > 0 && (
        <Section
          id="services"
          title="Asset classes"
          lead={
            'Risk is rated from 1 to 7. A higher number means larger price swings and a greater ' +
            'chance of losing money.'
          }
        >
          <ServiceList services={services} />
          {sandbox && (
            <SampleNote>
              Sample text: this is a sandbox. Only the plans listed under{' '}
              <TextLink to="/plans">Plans</TextLink> can be bought.
            </SampleNote>
          )}
        </Section>
      )}
      <Close />
    </>
  )
}

const SLIDES = [
  {
    tab: 'True purpose',
    title: 'Financial Assistance With True Purpose',
    lead:
      'Choose a plan and see what it earns or loses each month. We pay returns only from ' +
      'income recorded for that plan, and you can see every transaction in your account.',
    actions: (
      <>
        <ButtonLink to="/contact" variant="primary" size="lg">
          How can we help
        </ButtonLink>
        <ButtonLink to="/signup" size="lg" className={styles.later}>
          Create account
        </ButtonLink>
      </>
    ),
    scene: 'book',
  },
  {
    tab: 'International network',
    title: 'International Network To Provide Assistance',
    lead:
      'Fund your account with Bitcoin, Ether or Tether where local rules allow. Balances ' +
      'are in US dollars, every one traceable to its transactions, and real people answer ' +
      'your questions.',
    actions: (
      <ButtonLink to="/login" variant="primary" size="lg">
        Login
      </ButtonLink>
    ),
    scene: 'globe',
  },
  {
    tab: 'Anytime access',
    title: 'Boosting Relations & Loyalty, Anytime',
    lead:
      'We’d rather earn your loyalty than lock it in. Check your transactions at any time, ' +
      'request a withdrawal under your plan’s terms, and track each step.',
    actions: (
      <>
        <ButtonLink to="/login" variant="primary" size="lg">
          Login
        </ButtonLink>
        <ButtonLink to="/signup" size="lg">
          Create account
        </ButtonLink>
      </>
    ),
    scene: 'dial',
  },
] as const
