#pragma once

#include <tss2/tss2_esys.h>
#include <tss2/tss2_mu.h>
#include <tss2/tss2_rc.h>
#include <tss2/tss2_tctildr.h>

// Macros with a cast are invisible to Swift.

static const TPM2_ALG_ID tpm_alg_aes = TPM2_ALG_AES;
static const TPM2_ALG_ID tpm_alg_cfb = TPM2_ALG_CFB;
static const TPM2_ALG_ID tpm_alg_ecc = TPM2_ALG_ECC;
static const TPM2_ALG_ID tpm_alg_ecdsa = TPM2_ALG_ECDSA;
static const TPM2_ALG_ID tpm_alg_keyedhash = TPM2_ALG_KEYEDHASH;
static const TPM2_ALG_ID tpm_alg_null = TPM2_ALG_NULL;
static const TPM2_ALG_ID tpm_alg_sha256 = TPM2_ALG_SHA256;
static const TPM2_ECC_CURVE tpm_ecc_nist_p256 = TPM2_ECC_NIST_P256;
static const TPM2_SE tpm_se_hmac = TPM2_SE_HMAC;
static const TPM2_ST tpm_st_hashcheck = TPM2_ST_HASHCHECK;
static const TPM2_RH tpm_rh_null = TPM2_RH_NULL;

static const TPMA_OBJECT tpm_object_fixed = TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT;
static const TPMA_OBJECT tpm_object_by_auth = TPMA_OBJECT_USERWITHAUTH;
static const TPMA_OBJECT tpm_object_no_da = TPMA_OBJECT_NODA;
static const TPMA_OBJECT tpm_object_made_inside = TPMA_OBJECT_SENSITIVEDATAORIGIN;
static const TPMA_OBJECT tpm_object_storage = TPMA_OBJECT_RESTRICTED | TPMA_OBJECT_DECRYPT;
static const TPMA_OBJECT tpm_object_signs = TPMA_OBJECT_SIGN_ENCRYPT;

static const TPMA_SESSION tpm_session_encrypting =
    TPMA_SESSION_CONTINUESESSION | TPMA_SESSION_DECRYPT | TPMA_SESSION_ENCRYPT;

static const TPMA_NV tpm_nv_counter =
    ((TPMA_NV)TPM2_NT_COUNTER << TPMA_NV_TPM2_NT_SHIFT) | TPMA_NV_AUTHREAD | TPMA_NV_AUTHWRITE | TPMA_NV_NO_DA;

static const TSS2_RC tpm_rc_layer_mask = TSS2_RC_LAYER_MASK;
static const TSS2_RC tpm_tcti_layer = TSS2_TCTI_RC_LAYER;
static const TSS2_RC tpm_resmgr_tpm_layer = TSS2_RESMGR_TPM_RC_LAYER;
static const TSS2_RC tpm_resmgr_layer = TSS2_RESMGR_RC_LAYER;
static const TSS2_RC tpm_rc_fmt1 = TPM2_RC_FMT1;
static const TSS2_RC tpm_rc_nv_defined = TPM2_RC_NV_DEFINED;
static const TSS2_RC tpm_rc_nv_uninitialized = TPM2_RC_NV_UNINITIALIZED;
static const TSS2_RC tpm_rc_handle = TPM2_RC_HANDLE;
static const TSS2_RC tpm_rc_auth_fail = TPM2_RC_AUTH_FAIL;
static const TSS2_RC tpm_rc_bad_auth = TPM2_RC_BAD_AUTH;
static const TSS2_RC tpm_rc_policy_fail = TPM2_RC_POLICY_FAIL;
static const TSS2_RC tpm_rc_integrity = TPM2_RC_INTEGRITY;
static const TSS2_RC tpm_rc_hierarchy = TPM2_RC_HIERARCHY;
static const TSS2_RC tpm_rc_object_memory = TPM2_RC_OBJECT_MEMORY;
static const TSS2_RC tpm_rc_session_memory = TPM2_RC_SESSION_MEMORY;
static const TSS2_RC tpm_rc_memory = TPM2_RC_MEMORY;
static const TSS2_RC tpm_rc_session_handles = TPM2_RC_SESSION_HANDLES;
static const TSS2_RC tpm_rc_object_handles = TPM2_RC_OBJECT_HANDLES;
static const TSS2_RC tpm_rc_yielded = TPM2_RC_YIELDED;
static const TSS2_RC tpm_rc_canceled = TPM2_RC_CANCELED;
static const TSS2_RC tpm_rc_testing = TPM2_RC_TESTING;
static const TSS2_RC tpm_rc_reference_h0 = TPM2_RC_REFERENCE_H0;
static const TSS2_RC tpm_rc_nv_rate = TPM2_RC_NV_RATE;
static const TSS2_RC tpm_rc_lockout = TPM2_RC_LOCKOUT;
static const TSS2_RC tpm_rc_retry = TPM2_RC_RETRY;
