import { Body } from '@react-email/body'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import type { ReactNode } from 'react'
import { LegalFooter, smallPrint } from './legal-footer.tsx'
import { MailText } from './mail-parts.tsx'
import { caution, cautionSoft, ink, line, paper, sans, serif, surface } from './mail-style.ts'
import type { MailContext } from './template.ts'

type Props = {
  context: MailContext
  preview: string
  /** For staff, who need no warning of investment risk. */
  forStaff?: boolean
  children?: ReactNode
}

/**
 * The frame of every mail: the operator's brand, a greeting, the text and the legal footer with the
 * risk warning. In the sandbox it is marked as simulated.
 */
export function MailLayout({ context, preview, forStaff = false, children }: Props) {
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
            <Link
              href={context.publicUrl}
              style={{
                borderBottom: `4px double ${ink}`,
                color: ink,
                paddingBottom: 4,
                textDecoration: 'none',
              }}
            >
              {context.brand}
            </Link>
          </Text>
          <Section
            style={{
              backgroundColor: surface,
              border: `1px solid ${line}`,
              borderRadius: 6,
              padding: 24,
            }}
          >
            {context.name && <MailText>Hi {context.name},</MailText>}
            {children}
          </Section>
          <Hr style={{ borderColor: line, margin: '24px 0 12px' }} />
          {!forStaff && (
            <Text style={{ ...smallPrint, margin: '0 0 8px' }}>
              You can lose the money you invest. Returns aren’t guaranteed.
            </Text>
          )}
          <LegalFooter context={context} />
        </Container>
      </Body>
    </Html>
  )
}

function SandboxMark() {
  return (
    <Text
      style={{
        backgroundColor: cautionSoft,
        border: `1px solid ${caution}`,
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
