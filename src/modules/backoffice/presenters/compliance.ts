import type { MemberCompliance } from '../queries/compliance.ts'

/** Returns the compliance of a member as the contract answers it. */
export const toComplianceResponse = ({ items, ...compliance }: MemberCompliance) => ({
  ...compliance,
  items: items.map(({ id, ...item }) => ({ ...item, _id: id })),
})
