import { Button } from '@react-email/button'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import type { ReactNode } from 'react'
import { action, line, mono, onAction, quiet } from './mail-style.ts'

/** A paragraph. */
export function MailText(props: { children?: ReactNode }) {
  return (
    <Text style={{ fontSize: 16, lineHeight: '25px', margin: '0 0 16px' }}>{props.children}</Text>
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
