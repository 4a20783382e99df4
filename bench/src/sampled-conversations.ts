/**
 * Recorded conversations that the heavy suites read in `pnpm check:sample`, by the file that holds them: short, middling and long ones of each
 * family. The two sessions of pi, a million characters each, are left to `pnpm check:full`.
 */
export const SAMPLED_CONVERSATIONS: Readonly<Record<string, readonly string[]>> = {
  'coding-aider': [
    'aider-swebench/scikit-learn__scikit-learn-14092/7',
    'aider-swebench/django__django-15819/3',
    'aider-swebench/pylint-dev__pylint-7080/4',
  ],
  'coding-claude-code': [
    'entire/2577a596-e227-47e1-bea8-752f792cbc24',
    'entire/cef3602b-e191-46fd-aa56-68c030df67e5',
    'entire/9f26971d-da0a-46db-b911-e156aad9548e',
    'entire/b50aaf5c-3ef3-472b-8d5e-75bb89ac3fe1',
    'entire/880d23f9-86b3-4345-af42-46381ab10e4d',
    'entire/ee5c333e-c930-416a-bbba-e1bcbccf3794',
  ],
  'coding-gemini-cli': [
    'entire/faff42ab-6ea5-4f78-b8c4-f7dd6272af08',
    'entire/f7633853-6663-4dbb-bbf4-6159afa29df8',
  ],
  'coding-openhands': [
    'openhands/astropy__astropy-13033',
    'openhands/astropy__astropy-14995',
    'openhands/astropy__astropy-14598',
  ],
  'coding-swe-agent': [
    'swe-agent/demo/human_thought__swe-bench-HumanEvalFix-python__lcb__t-0.00__p-0.95__c-4.00__install-0/humanevalfix-python-0',
    'swe-agent/demo/ctf/crypto/BabyTimeCapsule',
    'swe-agent/test/gpt4__swe-bench-dev-easy_first_only__default__t-0.00__p-0.95__c-3.00__install-1/pydicom__pydicom-1458',
  ],
  'qa-qmsum': ['qmsum/train/IS1008a', 'qmsum/train/TS3006c'],
  'research-whowhen': [
    'whowhen/Algorithm-Generated/66',
    'whowhen/Algorithm-Generated/124',
    'whowhen/Algorithm-Generated/64',
  ],
  'service-tau-bench': ['tau/airline/1/0', 'tau/airline/14/3', 'tau/airline/7/3'],
  'service-tau2-telecom': [
    'tau2/telecom-gpt41ft/[service_issue]airplane_mode_on|break_apn_settings|c~bfcc0ec9/0',
    'tau2/telecom-gpt41ft/[mobile_data_issue]data_saver_mode_on|user_abroad_ro~0e857e35/0',
    'tau2/telecom-gpt41/[mobile_data_issue]airplane_mode_on|data_mode_off|da~054a38a4/0',
  ],
  'zh-crosswoz': ['crosswoz/val/5342', 'crosswoz/val/12461'],
};
