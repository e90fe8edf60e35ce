/** Renders the queue of verifications. */
export default function Verifications() {
  return null
}
