import { Button } from '@react-email/button'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { Fragment, type ReactNode } from 'react'
import { action, line, mono, onAction, quiet } from './mail-style.ts'

/** A paragraph. */
export function MailText(props: { children?: ReactNode }) {
  return (
    <Text style={{ fontSize: 16, lineHeight: '25px', margin: '0 0 16px' }}>{props.children}</Text>
  )
}

/** A text of several paragraphs, as a person wrote it. */
export function MailParagraphs(props: { text: string }) {
  return props.text.split(/\n\s*\n/).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs never change order
    <MailText key={index}>
      {paragraph.split('\n').map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change order
        <Fragment key={at}>
          {at > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </MailText>
  ))
}

/** The earlier message that a mail replies to. */
export function MailQuote(props: { title: string; text: string }) {
  return (
    <Section style={{ borderLeft: `3px solid ${line}`, margin: '8px 0 0', paddingLeft: 16 }}>
      <Text style={{ fontSize: 14, color: quiet, margin: '0 0 8px' }}>{props.title}</Text>
      <MailParagraphs text={props.text} />
    </Section>
  )
}

/**
 * A button, with its address as text below it for mail programs that don't show buttons. The text
 * part shows the address once.
 */
export function MailButton(props: { href: string; children?: ReactNode }) {
  return (
    <Section style={{ margin: '8px 0 20px' }}>
      <Button
        href={props.href}
        style={{
          backgroundColor: action,
          borderRadius: 4,
          color: onAction,
          fontSize: 16,
          fontWeight: 600,
          padding: '12px 20px',
        }}
      >
        {props.children}
      </Button>
      <Text
        data-skip-in-text={true}
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
