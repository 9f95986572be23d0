// Loaded by real Electron before the app's main (`-r`): dialogs never wait for a person, and `ready`
// waits until the test has prepared everything.
const { app, dialog } = require('electron');

const say = (title, content) => console.error(`${title}: ${content}`);
dialog.showErrorBox = say;
dialog.showMessageBox = async (...given) => {
  const { message, detail, defaultId = 0, buttons = [] } = given.at(-1);
  say(message, detail ?? '');
  const chosen = buttons.indexOf(globalThis.chosenButton);
  return { response: chosen === -1 ? defaultId : chosen, checkboxChecked: false };
};
dialog.showSaveDialog = async () => ({ canceled: true, filePath: '' });

const whenReady = app.whenReady.bind(app);
const arranged = new Promise((begin) => (globalThis.beginTest = begin));
// No test prepares a start that is expected to fail.
if (process.env.E2E_IN_VAIN === '1') globalThis.beginTest();
app.whenReady = async () => {
  await arranged;
  return whenReady();
};

// Assistive technology asks for the page's tree (tests/blind-clerk).
if (process.env['ACCESSIBILITY_ENABLED'] === '1')
  require('electron').app.commandLine.appendSwitch('force-renderer-accessibility');
