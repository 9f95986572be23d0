/** "1 bill", "2,400 bills": the count in the system's digits with the form that fits it. */
export function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}
