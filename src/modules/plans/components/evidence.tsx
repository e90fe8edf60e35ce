import { Icon } from '#ui/icon.tsx'
import { downloadSimple } from '#ui/icons.ts'

type Props = { path: string; sha256: string; about: string }

/** Links to the evidence of a result as a download, with the fingerprint that was approved. */
export const EvidenceLink = ({ path, sha256, about }: Props) => (
  <>
    <a className="link" href={path} download>
      <Icon glyph={downloadSimple} /> Download
      <span className="visually-hidden"> the evidence: {about}</span>
    </a>
    <br />
    <span className="meta muted mono" title={`SHA-256 ${sha256}`}>
      {sha256.slice(0, 12)}…
    </span>
  </>
)
