import { SecurityPage } from '../../components/security-page.tsx'

export default function Security() {
  return <SecurityPage kind="member" />
}
