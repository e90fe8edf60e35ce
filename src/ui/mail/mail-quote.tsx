import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { Fragment } from 'react'
import { MailText } from './mail-parts.tsx'
import { line, quiet } from './mail-style.ts'

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
