import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { formStamp } from '#modules/enquiries/queries.ts'
import { type House, useHouse } from '#modules/settings/components/house.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/site-frame.tsx'
import { appContext, formContext } from '../context.ts'
import company from './company.module.css'
import styles from './contact.module.css'
import { siteMeta } from './meta.ts'
import { EnquiryForm } from './parts/enquiry-form.tsx'
import { OfficeMap } from './parts/office-map.tsx'
import { PageHero } from './parts/page-hero.tsx'

export const meta = siteMeta

/** Hands the form out; what was sent is told in the address, so that reading the page again sends nothing again. */
export function loader({ context, request }: LoaderFunctionArgs) {
  return { shown: formStamp(context.get(appContext)), sent: new URL(request.url).searchParams.has('sent') }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const answer = await context.get(formContext)(request, 'contact')
  return answer.sent ? redirect('/contact?sent#write', 303) : data(answer, { status: answer.status })
}

/** How to reach the house. */
export default function Contact() {
  const house = useHouse()
  const { shown, sent } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <PageHero
        title="A person answers"
        lead="Write to us about your account, a plan, a withdrawal that takes too long, or a figure in the books that you don’t understand."
        scene="dial"
      />
      <Section
        id="write"
        title="Write to us"
        lead="We read everything, and aim to answer within two working days."
      >
        <div className={styles.columns}>
          <EnquiryForm
            kind="contact"
            id="message-form"
            action="/contact"
            shown={shown}
            refused={refused ? { errors: refused.errors, written: refused.written } : null}
            sent={sent && <p>We aim to answer within two working days, to the address that you gave.</p>}
            button="Send message"
            subject={
              <TextField
                label="Subject"
                name="subject"
                maxLength={160}
                defaultValue={refused?.written.subject}
              />
            }
          />
          <Office {...house} />
        </div>
      </Section>
    </>
  )
}

function Office({ address, email, phone, place, social, mode }: House) {
  return (
    <div>
      <h3 className={styles.title}>Head office</h3>
      <dl className={company.facts}>
        <div>
          <dt>Address</dt>
          <dd>{address || 'Not stated yet'}</dd>
        </div>
        <div>
          <dt>E-mail</dt>
          <dd>
            <a className="link anywhere" href={`mailto:${email}`}>
              {email}
            </a>
          </dd>
        </div>
        {phone && (
          <div>
            <dt>Phone</dt>
            <dd>
              <a className="link" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
                {phone}
              </a>
            </dd>
          </div>
        )}
        {social.length > 0 && (
          <div>
            <dt>Elsewhere</dt>
            <dd>
              {social.map(({ label, url }) => (
                <a key={url} className="link" href={url} rel="me noopener">
                  {label}
                </a>
              ))}
            </dd>
          </div>
        )}
      </dl>
      {mode === 'sandbox' && (
        <p className={company.sample}>Sample details: this is a sandbox, and nobody reads this address.</p>
      )}
      {place && <OfficeMap {...place} sample={mode === 'sandbox'} />}
    </div>
  )
}
