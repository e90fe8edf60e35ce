import { type SiteConfig, useSiteConfig } from '#modules/settings/components/site-config.tsx'
import { Section } from '#ui/layout/site-frame.tsx'
import styles from './contact.module.css'
import { createEnquiryAction, loadEnquiryForm } from './enquiry-page.ts'
import { buildSiteMeta } from './meta.ts'
import { EnquiryForm } from './parts/enquiry-form.tsx'
import { Fact, Facts, SampleNote } from './parts/facts.tsx'
import { OfficeMap } from './parts/office-map.tsx'
import { PageHero } from './parts/page-hero.tsx'

export const meta = buildSiteMeta
export const loader = loadEnquiryForm
export const action = createEnquiryAction('contact')

/** Renders the ways to contact the operator. */
export default function Contact() {
  return (
    <>
      <PageHero
        title="Talk to a person"
        lead={
          'Write to us about your account, a plan, a delayed withdrawal, or a figure you don’t ' +
          'understand.'
        }
        scene="dial"
      />
      <Section
        id="write"
        title="Write to us"
        lead="We read every message and aim to reply within two business days."
      >
        <div className={styles.columns}>
          <EnquiryForm
            kind="contact"
            subject="Subject"
            button="Send message"
            thanks="We aim to reply by email within two business days."
          />
          <OfficeDetails {...useSiteConfig()} />
        </div>
      </Section>
    </>
  )
}

function OfficeDetails({ address, email, phone, place, social, mode }: SiteConfig) {
  return (
    <div>
      <h3 className={styles.title}>Head office</h3>
      <Facts>
        <Fact label="Address">{address || 'Not provided'}</Fact>
        <Fact label="Email">
          <a className="link anywhere" href={`mailto:${email}`}>
            {email}
          </a>
        </Fact>
        {phone && (
          <Fact label="Phone">
            <a className="link" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
              {phone}
            </a>
          </Fact>
        )}
        {social.length > 0 && (
          <Fact label="Social media">
            {social.map(({ label, url }) => (
              <a key={url} className="link" href={url} rel="me noopener">
                {label}
              </a>
            ))}
          </Fact>
        )}
      </Facts>
      {mode === 'sandbox' && (
        <SampleNote>
          Sample details: this is a sandbox, and messages to this address aren’t monitored.
        </SampleNote>
      )}
      {place && <OfficeMap {...place} sample={mode === 'sandbox'} />}
    </div>
  )
}
