import {
  Body,
  Button,
  Container,
  Head,
  Hr,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components'
import type { ReactNode } from 'react'
import type { MailContext } from './template.ts'

const ink = '#14211b'
const quiet = '#55625b'
const paper = '#f6f4ee'
const line = '#d9d5c9'
const sans = "'Instrument Sans', 'Helvetica Neue', Helvetica, Arial, sans-serif"
const serif = "Besley, Georgia, 'Times New Roman', serif"
const mono = "'Spline Sans Mono', ui-monospace, Menlo, Consolas, monospace"

/**
 * The frame of every mail: the operator's brand, a greeting, the text and the legal footer. In the
 * sandbox it is marked as simulated.
 */
export function MailLayout(props: { context: MailContext; preview: string; children?: ReactNode }) {
  const { context, preview, children } = props
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light" />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={{ backgroundColor: paper, margin: 0, fontFamily: sans, color: ink }}>
        <Container style={{ maxWidth: 560, padding: '32px 20px' }}>
          {context.sandbox && <SandboxMark />}
          <Text style={{ fontFamily: serif, fontSize: 24, fontWeight: 600, margin: '0 0 24px' }}>
            <Link href={context.publicUrl} style={{ color: ink, textDecoration: 'none' }}>
              {context.brand}
            </Link>
          </Text>
          <Section
            style={{
              backgroundColor: '#ffffff',
              border: `1px solid ${line}`,
              borderRadius: 6,
              padding: 24,
            }}
          >
            {context.name && <MailText>Dear {context.name},</MailText>}
            {children}
          </Section>
          <Hr style={{ borderColor: line, margin: '24px 0 12px' }} />
          <LegalFooter context={context} />
        </Container>
      </Body>
    </Html>
  )
}

/**
 * Legal name, registered address, registration and contact; parts that are not set are left out.
 */
function LegalFooter({ context }: { context: MailContext }) {
  const { legalName, address, registration, email } = context.operator
  const parts = [legalName, address, registration].filter((part) => part !== '')

  return (
    <Text style={{ fontSize: 13, lineHeight: '20px', color: quiet, margin: 0 }}>
      {parts.join(' · ')}
      <br />
      {email !== '' && (
        <>
          <Link href={`mailto:${email}`}>{email}</Link> ·{' '}
        </>
      )}
      <Link href={context.publicUrl}>{new URL(context.publicUrl).host}</Link>
    </Text>
  )
}

function SandboxMark() {
  return (
    <Text
      style={{
        backgroundColor: '#fff1c9',
        border: '1px solid #b98900',
        borderRadius: 6,
        fontSize: 14,
        fontWeight: 600,
        margin: '0 0 20px',
        padding: '8px 12px',
      }}
    >
      Sandbox: all money here is simulated
    </Text>
  )
}

/** A paragraph. */
export function MailText(props: { children?: ReactNode }) {
  return (
    <Text style={{ fontSize: 16, lineHeight: '25px', margin: '0 0 16px' }}>{props.children}</Text>
  )
}

/** A button, with its address as text below it for mail programs that don't show buttons. */
export function MailButton(props: { href: string; children?: ReactNode }) {
  return (
    <Section style={{ margin: '8px 0 20px' }}>
      <Button
        href={props.href}
        style={{
          backgroundColor: '#0f5c43',
          borderRadius: 6,
          color: '#ffffff',
          fontSize: 16,
          fontWeight: 600,
          padding: '12px 20px',
        }}
      >
        {props.children}
      </Button>
      <Text
        style={{
          fontSize: 13,
          lineHeight: '20px',
          color: quiet,
          margin: '12px 0 0',
          wordBreak: 'break-all',
        }}
      >
        {props.href}
      </Text>
    </Section>
  )
}

/** A one-time code. */
export function MailCode(props: { children?: ReactNode }) {
  return (
    <Text
      style={{
        fontFamily: mono,
        fontSize: 32,
        letterSpacing: 6,
        lineHeight: '40px',
        margin: '8px 0 20px',
      }}
    >
      {props.children}
    </Text>
  )
}

/** A table of labels and values. */
export function MailFacts(props: { facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <table style={{ borderCollapse: 'collapse', margin: '0 0 20px', width: '100%' }}>
      <tbody>
        {props.facts.map(([label, value]) => (
          <tr key={label}>
            <td
              style={{
                borderBottom: `1px solid ${line}`,
                color: quiet,
                fontSize: 14,
                padding: '8px 12px 8px 0',
              }}
            >
              {label}
            </td>
            <td
              style={{
                borderBottom: `1px solid ${line}`,
                fontSize: 15,
                padding: '8px 0',
                textAlign: 'right',
                wordBreak: 'break-word',
              }}
            >
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
